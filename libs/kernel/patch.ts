/** Absent means "leave as it is", null means "clear": only what was sent may be assigned. */
export function withoutAbsent<T extends object>(changes: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as never;
}
