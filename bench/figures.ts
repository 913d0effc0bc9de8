export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

export const tenths = (value: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A figure that only Linux tells. */
export const wholeIfKnown = (value: number | undefined): string => (value === undefined ? '?' : whole(value));

/** @param part 0.99 for the value that one in a hundred exceeds */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** A table that reads well on a terminal and as Markdown. @param texts columns that are no numbers */
export function markdown(rows: readonly (readonly string[])[], texts: readonly number[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[], pad: (cell: string, width: number, at: number) => string): string =>
    `| ${cells.map((cell, at) => pad(cell, widths[at] ?? 0, at)).join(' | ')} |`;
  const aligned = (cell: string, width: number, at: number): string =>
    texts.includes(at) ? cell.padEnd(width) : cell.padStart(width);
  const rule = line(head, (_cell, width, at) => '-'.repeat(width - 1) + (texts.includes(at) ? '-' : ':'));
  return [line(head, aligned), rule, ...body.map((cells) => line(cells, aligned))].join('\n');
}
