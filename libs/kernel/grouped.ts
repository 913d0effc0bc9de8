/**
 * Rows by a key of theirs, each group in the order of the rows.
 * @param keys those that get a group even where no row has them
 */
export function grouped<K, R>(rows: Iterable<R>, keyOf: (row: R) => K, keys: Iterable<K> = []): Map<K, R[]> {
  const groups = new Map<K, R[]>();
  for (const key of keys) groups.set(key, []);
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
