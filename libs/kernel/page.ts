/** Which slice of a list: newest first, after or before the object that the cursor names. */
export interface PageRequest {
  /** 1–100. */
  limit: number;
  direction: 'forward' | 'backward';
  /** Public id of the object at the edge of the page before. */
  cursor?: string;
}

/** One slice. Domain: access-and-events L1–L3. */
export interface Page<T> {
  items: T[];
  /** Whether older objects follow, on a backward page too. */
  hasMore: boolean;
  /** Whether newer objects precede. */
  hasPrevious: boolean;
  /** Counts the whole list; called only when somebody asks. */
  count: () => Promise<number>;
}

export const mapPage = <A, B>(page: Page<A>, map: (item: A) => B): Page<B> => ({
  ...page,
  items: page.items.map(map),
});
