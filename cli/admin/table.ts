/** Rows under the names of their fields, each column as wide as its longest text. */
export function tableOf<R extends Readonly<Record<keyof R, string>>>(rows: readonly R[]): string {
  const [first] = rows;
  if (!first) return '';
  const fields = Object.keys(first) as (keyof R & string)[];
  const lines = [fields.map(heading), ...rows.map((row) => fields.map((field) => row[field]))];
  const widths = fields.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `createdAt` is CREATED AT. */
const heading = (field: string): string => field.replace(/[A-Z]/g, ' $&').toUpperCase();
