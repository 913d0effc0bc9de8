import { badInput } from '#libs/kernel/errors/domain-error';
import type { GovernedEntity } from './governed-entity';

/** Where an entity shall stand: under its parent, or as a root. */
export interface AskedPlace {
  entity: GovernedEntity;
  parent: GovernedEntity | null;
  /** The element of the request that says so. */
  at: string;
}

/** Levels of entities, the root's among them. */
const mostLevels = 4;

/**
 * Gives entities their places, all together: whoever stands below another one of the request has the ancestors that this one gets. What stays
 * where it is is left alone. Domain: access-and-events G4, G5
 * @param hasChildren of those that stand there already: they keep their places
 * @returns those that stand elsewhere now
 * @throws BadUserInput
 */
export function place(asked: readonly AskedPlace[], hasChildren: ReadonlySet<string>): GovernedEntity[] {
  const moving = movesIn(asked);
  for (const { entity, at } of moving.values()) {
    if (hasChildren.has(entity.uid))
      throw badInput(
        `${at}.parentId: entity ${entity.id} has children, and keeps its place; move them first`,
      );
  }
  const placed = new Map<string, string[]>();
  const ancestorsOf = (entity: GovernedEntity, below: readonly AskedPlace[]): string[] => {
    const move = moving.get(entity.uid);
    if (!move) return entity.ancestorUids;
    const known = placed.get(entity.uid);
    if (known) return known;
    if (below.includes(move)) throw circle(move);
    const { parent } = move;
    const ancestors = parent ? [parent.uid, ...ancestorsOf(parent, [...below, move])] : [];
    if (ancestors.length >= mostLevels)
      throw badInput(
        `${move.at}.parentId: entity ${entity.id} would stand on level ${ancestors.length + 1} of at most ${mostLevels}`,
      );
    placed.set(entity.uid, ancestors);
    return ancestors;
  };
  for (const { entity } of moving.values()) ancestorsOf(entity, []);
  for (const { entity, parent } of moving.values())
    Object.assign(entity, {
      ...{
        ancestorUids: placed.get(entity.uid),
        parentUid: parent?.uid ?? null,
        parentId: parent?.id ?? null,
      },
    });
  return [...moving.values()].map(({ entity }) => entity);
}

/** By entity: each once, and none that stays. */
function movesIn(asked: readonly AskedPlace[]): Map<string, AskedPlace> {
  const first = new Map<string, AskedPlace>();
  for (const each of asked) {
    const before = first.get(each.entity.uid);
    if (before && before.parent?.uid !== each.parent?.uid)
      throw badInput(
        `${each.at}.parentId: entity ${each.entity.id} has one parent for all its assignments, and ${before.at} says another one`,
      );
    if (each.parent?.uid === each.entity.uid) throw circle(each);
    first.set(each.entity.uid, before ?? each);
  }
  for (const [uid, { entity, parent }] of first)
    if (entity.parentUid === (parent?.uid ?? null)) first.delete(uid);
  return first;
}

const circle = ({ at, entity, parent }: AskedPlace) =>
  badInput(`${at}.parentId: ${parent?.id} would stand above entity ${entity.id} and below it`);
