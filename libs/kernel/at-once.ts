/**
 * Work on each of a list, begun in its order and so many at once. All of it has ended when this has.
 * @throws the first failure
 */
export async function eachAtOnce<T>(
  list: Iterable<T>,
  most: number,
  work: (each: T) => Promise<void>,
): Promise<void> {
  const left = [...list].values();
  const workers = Array.from({ length: most }, async () => {
    for (const each of left) await work(each);
  });
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}
