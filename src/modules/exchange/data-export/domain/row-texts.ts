import type { ExportColumn, ExportRow } from './export-model';

/** Numbers that every reader keeps as they are stand bare; decimals are texts, so that nobody rounds them. */
const bare: ReadonlySet<string> = new Set(['boolean', 'integer', 'bigint', 'jsonb']);

const jsonValue = ({ type }: ExportColumn, value: string | null): string =>
  value === null ? 'null' : bare.has(type) ? value : JSON.stringify(value);

/** One line of newline JSON, without its end. */
export const jsonLine = (columns: readonly ExportColumn[], row: ExportRow): string =>
  `{${columns.map((column, at) => `${JSON.stringify(column.name)}:${jsonValue(column, row[at] ?? null)}`).join(',')}}`;

/** What a spreadsheet takes for a formula. */
const formula = /^[=+\-@\t\r]/;
const special = /[",\r\n]/;

function csvValue({ type }: ExportColumn, value: string | null): string {
  if (value === null) return '';
  const safe = type === 'text' && formula.test(value) ? `'${value}` : value;
  // An empty text is no absent one.
  return safe === '' || special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One record, without its end. Domain: access-and-events W9 */
export const csvRecord = (columns: readonly ExportColumn[], row: ExportRow): string =>
  columns.map((column, at) => csvValue(column, row[at] ?? null)).join(',');

export const csvHeader = (columns: readonly ExportColumn[]): string =>
  columns.map(({ name }) => name).join(',');

/** Of a line that `jsonLine` wrote: keys hold nothing that JSON spells in another way. */
export const keyOfJson = (line: string): string =>
  line.slice(line.indexOf(':"') + 2, line.indexOf('"', line.indexOf(':"') + 2));

/** Of a record that `csvRecord` wrote. */
export const keyOfCsv = (record: string): string => record.slice(0, record.indexOf(','));

/** Whether a line ends within a quoted value, so that the record goes on. */
export const isOpenCsv = (record: string): boolean => {
  let quotes = 0;
  for (let at = record.indexOf('"'); at >= 0; at = record.indexOf('"', at + 1)) quotes += 1;
  return quotes % 2 === 1;
};
