/** A part of a body that is written as it is: what no value of JavaScript is written as, `1e309` or a key twice. */
export class Verbatim {
  constructor(readonly text: string) {}
}

/** As JSON, but for what stands verbatim in it. Keys of every name are own keys: `__proto__` too. */
export function written(value: unknown): string {
  if (value instanceof Verbatim) return value.text;
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${written(each)}`).join(',')}}`;
}
