/** Reads a part of a chain: those of two places and all between them. */
export type ReadPart<P> = (first: number, last: number) => Promise<P>;

/**
 * The parts of a chain one after the other, the next one on its way while one is gone through. No transaction is open between them: rows of a
 * chain stay as they are.
 * @param between asked before each part with the place that it begins at; what it throws ends the reading
 */
export async function* partsAhead<P>(
  { first, last, size }: { first: number; last: number; size: number },
  read: ReadPart<P>,
  between: (place: number) => Promise<void>,
): AsyncGenerator<P> {
  const from = (place: number): Promise<P> => handled(read(place, Math.min(place + size - 1, last)));
  let coming = from(first);
  for (let place = first; place <= last; place += size) {
    await between(place);
    const part = await coming;
    if (place + size <= last) coming = from(place + size);
    yield part;
  }
}

/** Of what may never be waited for. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
