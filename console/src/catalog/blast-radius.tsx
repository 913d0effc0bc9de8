import type { Wire } from '~/api/client';
import { tellNumber } from '~/parts/amounts';
import { Facts } from '~/parts/page';
import { plain, Table, type Column } from '~/parts/table';

type Radius = Wire['BlastRadius'];
type Noticed = Radius['changes'][number];

const limitOf = (of: Noticed['before']): string =>
  of === null ? 'not granted' : of.hasUnlimitedUsage ? 'unlimited' : tellNumber(of.usageLimit);

const noticedColumns: Column<Noticed>[] = [
  plain('Customer', ({ customerId }) => customerId),
  plain('Feature', ({ featureId }) => featureId),
  plain('Now', ({ before }) => limitOf(before)),
  plain('Then', ({ after }) => limitOf(after)),
  plain('Used', ({ usage }) => tellNumber(usage), { isNumber: true }),
  plain('Below what is used', ({ fallsBelowUsage }) => (fallsBelowUsage ? 'yes' : 'no')),
];

/** Whose access would change, before it does. */
export function BlastRadius({ of }: { of: Radius }) {
  return (
    <>
      <div className="card">
        <Facts
          of={[
            ['Customers who would be moved', tellNumber(of.customers)],
            ['Who would notice', tellNumber(of.customersChanged)],
            ['Who would fall below what they use', tellNumber(of.customersBelowUsage)],
            ['Told so far', of.state === 'COMPLETED' ? 'All of it' : `The task ${of.taskId} finds the rest`],
          ]}
        />
      </div>
      {of.changes.length > 0 && (
        <Table
          name="Whose access changes"
          rows={of.changes}
          columns={noticedColumns}
          keyOf={(_row, at) => String(at)}
        />
      )}
    </>
  );
}
