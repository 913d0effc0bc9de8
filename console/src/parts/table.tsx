import type { ReactNode } from 'react';
import { csvOf, save } from './csv';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** The same for a file; without it the column is not in one. */
  text?: (row: Row) => string | number | null | undefined;
  isNumber?: boolean;
}

/** A column whose cell is its text. */
export const plain = <Row,>(
  head: string,
  text: (row: Row) => string | number | null | undefined,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({ head, text, cell: (row) => text(row) ?? <span className="soft">–</span>, ...more });

/** Rows that can be read, tabbed through, and taken away as a file. */
export function Table<Row>({
  name,
  rows,
  columns,
  keyOf,
  empty,
  isWaiting = false,
}: {
  /** For who cannot see it, and of the file. */
  name: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row, at: number) => string;
  empty?: ReactNode;
  isWaiting?: boolean;
}) {
  if (rows.length === 0 && empty) return <div className="empty">{empty}</div>;
  const told = columns.filter(({ text }) => text);
  const take = () => {
    const lines = rows.map((row) => told.map(({ text }) => String(text?.(row) ?? '')));
    const file = csvOf([told.map(({ head }) => head), ...lines]);
    save(`${name.toLowerCase().replaceAll(/\W+/g, '-')}.csv`, new Blob([file], { type: 'text/csv' }));
  };
  return (
    <div className="stack tight">
      <div className="table" aria-busy={isWaiting} role="group" aria-label={name} tabIndex={0}>
        <table>
          <caption className="hidden">{name}</caption>
          <thead>
            <tr>
              {columns.map(({ head, isNumber }, place) => (
                <th key={place} scope="col" className={isNumber ? 'number' : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={keyOf(row, at)}>
                {columns.map(({ cell, isNumber }, place) => (
                  <td key={place} className={isNumber ? 'number' : undefined}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="row">
        <button type="button" className="plain small" onClick={take}>
          CSV of these {rows.length}
        </button>
      </div>
    </div>
  );
}
