import type { CatalogObject } from './catalog-object';

/**
 * What others build on comes before them; otherwise the order stays.
 * @param follows ids that must stand before an object; those of others are passed over
 * @returns the ids of a circle where there is no such order
 */
export function releaseOrder<T extends CatalogObject>(
  objects: readonly T[],
  follows: (object: T) => readonly string[],
): { ordered: T[]; circle: string[] | undefined } {
  const byId = new Map(objects.map((object) => [object.id, object]));
  const ordered: T[] = [];
  const done = new Set<string>();
  const walk = (id: string, path: readonly string[]): string[] | undefined => {
    const object = byId.get(id);
    if (!object || done.has(id)) return undefined;
    if (path.includes(id)) return [...path.slice(path.indexOf(id)), id];
    for (const earlier of follows(object)) {
      const circle = walk(earlier, [...path, id]);
      if (circle) return circle;
    }
    done.add(id);
    ordered.push(object);
    return undefined;
  };
  for (const { id } of objects) {
    const circle = walk(id, []);
    if (circle) return { ordered, circle };
  }
  return { ordered, circle: undefined };
}
