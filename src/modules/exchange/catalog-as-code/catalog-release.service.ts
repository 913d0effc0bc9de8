import { Injectable } from '@nestjs/common';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { mapInTurns } from '#libs/kernel/turns';
import type { CatalogObject, ObjectChange } from './domain/catalog-object';
import { releaseOrder } from './domain/release-order';
import { CatalogParts } from './parts/catalog-parts';
import {
  stages,
  type CatalogPart,
  type Movement,
  type ReleaseOptions,
  type Step,
  type Steps,
} from './parts/catalog-part';

/** The steps of one change that are still to be taken. */
interface Work {
  change: ObjectChange;
  steps: Steps;
}

/** Changes of a catalog, brought about by the use cases of their own modules, so that every rule of theirs holds. */
@Injectable()
export class CatalogReleaseService {
  constructor(private readonly parts: CatalogParts) {}

  /**
   * @returns which publications move running subscriptions, in their order
   * @throws what the use cases refuse, beginning with the place in the document
   */
  async release(
    changes: readonly ObjectChange[],
    migrationType: ReleaseOptions['migrationType'],
  ): Promise<Movement[]> {
    const movements: Movement[] = [];
    const options = { migrationType, movedBy: (movement: Movement) => void movements.push(movement) };
    const work: { part: CatalogPart; due: Work[] }[] = [];
    for (const part of this.parts.all) work.push({ part, due: await workOf(part, changes, options) });
    for (const stage of stages) {
      for (const { part, due } of stage === 'RETIRE' ? work.toReversed() : work) {
        if (stage === 'MAKE') await makeTogether(part, due);
        const steps = due.map((each) => ({ change: each.change, steps: each.steps[stage] ?? [] }));
        await takeInSomeOrder(stage === 'RETIRE' ? steps.reverse() : steps);
      }
    }
    return movements;
  }
}

/** What others build on comes first. */
function workOf(
  part: CatalogPart,
  changes: readonly ObjectChange[],
  options: ReleaseOptions,
): Promise<Work[]> {
  const own = changes.filter((change) => change.part === part.form.part);
  const follows = ({ after, before }: ObjectChange) => part.form.follows((after ?? before) as CatalogObject);
  const { ordered } = releaseOrder(own, follows);
  return mapInTurns(ordered, (change) => ({ change, steps: part.steps(change, options) }));
}

async function makeTogether(part: CatalogPart, work: readonly Work[]): Promise<void> {
  const made = work.map(({ change }) => change).filter(({ before }) => before === null);
  if (made.length > 0) await part.makeAll?.(made);
}

interface Due {
  change: ObjectChange;
  steps: Step[];
}

/**
 * Of a parent and its child that both change their type, sometimes the one and sometimes the other must go live first. Whoever
 * is refused waits, with what is left to do, until the others have had their turn. @throws the first refusal that stays
 */
async function takeInSomeOrder(due: readonly Due[]): Promise<void> {
  for (let waiting = due; waiting.length > 0;) {
    const refused: { due: Due; error: DomainError; wasMoved: boolean }[] = [];
    for (const each of waiting) {
      const before = each.steps.length;
      const error = await take(each);
      if (error) refused.push({ due: each, error, wasMoved: each.steps.length < before });
    }
    const [first] = refused;
    const isStuck = refused.length === waiting.length && !refused.some(({ wasMoved }) => wasMoved);
    if (first && isStuck) throw first.error;
    waiting = refused.map((each) => each.due);
  }
}

/** Refusals that the changes of other objects of the kind may lift. */
const passingRefusals: readonly ErrorCode[] = [
  'BadUserInput',
  'PlanCannotBePublishWhenBasePlanIsDraft',
  'PlansCircularDependencyError',
];

/** As many of its steps as can be taken now. @returns the refusal that may pass */
async function take({ change, steps }: Due): Promise<DomainError | undefined> {
  while (steps[0]) {
    try {
      await steps[0]();
      steps.shift();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const placed = error.reworded(`${change.at}: ${error.message}`);
      if (passingRefusals.includes(error.code)) return placed;
      throw placed;
    }
  }
  return undefined;
}
