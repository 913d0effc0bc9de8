/** Of a request that was kept until it was paid, what is an instant: as it lies in JSON, a text. Domain: customers-subscriptions V9; credits G4 */
export function instantsIn<T extends object>(kept: T, fields: readonly (keyof T)[]): Partial<T> {
  const said = fields.filter((field) => kept[field] != null);
  return Object.fromEntries(said.map((field) => [field, new Date(kept[field] as string)])) as Partial<T>;
}
