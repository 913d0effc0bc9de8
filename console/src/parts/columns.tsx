import { Link } from 'react-router';
import { Badge } from './badge';
import type { Column } from './table';
import { Time } from './time';

/** An id that leads to its own screen. */
export const idColumn = <Row extends { id: string }>(to: (row: Row) => string, head = 'Id'): Column<Row> => ({
  head,
  text: (row) => row.id,
  cell: (row) => (
    <Link className="id" to={to(row)}>
      {row.id}
    </Link>
  ),
});

export const stateColumn = <Row,>(
  state: (row: Row) => string | null | undefined,
  head = 'Status',
): Column<Row> => ({
  head,
  text: state,
  cell: (row) => <Badge of={state(row)} />,
});

export const timeColumn = <Row,>(head: string, at: (row: Row) => string | null | undefined): Column<Row> => ({
  head,
  text: at,
  cell: (row) => <Time of={at(row)} />,
});

/** An address of the console: ids may hold anything. */
export const pathTo = (...parts: string[]): string => `/${parts.map(encodeURIComponent).join('/')}`;
