/** What tells one state of one object from every other. */
export interface Revised {
  uid: string;
  revision: number;
}

const shown = new WeakMap<object, Revised>();

/** A view together with the object that it shows, for the door that sends the entity tag. Domain: catalog C10 */
export function told<V extends object>(view: V, { uid, revision }: Revised): V {
  shown.set(view, { uid, revision });
  return view;
}

/** Whose view it is, where its service said so. */
export const shownBy = (view: unknown): Revised | undefined =>
  typeof view === 'object' && view !== null ? shown.get(view) : undefined;
