import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Asked } from './asked';
import { Pager, type Beside } from './paging';
import { Table, type Column } from './table';

/** While the next page is on its way the reader sees the one from before. Of lists alone: an object is never told as another one. */
export const held = { placeholderData: keepPreviousData } as const;

interface Page<Row> {
  data: readonly Row[];
  pagination?: Beside;
}

/** A page of a list as the service answers it, with the way to the others. */
export function List<Row>({
  of,
  name,
  columns,
  keyOf,
  empty,
  prefix,
}: {
  of: UseQueryResult<Page<Row>, unknown>;
  name: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row, at: number) => string;
  empty: ReactNode;
  prefix?: string;
}) {
  return (
    <Asked of={of}>
      {({ data, pagination }) => (
        <>
          <Table {...{ name, columns, keyOf, empty }} rows={data} isWaiting={of.isPlaceholderData} />
          <Pager of={pagination} {...(prefix === undefined ? {} : { prefix })} />
        </>
      )}
    </Asked>
  );
}
