import { Link } from 'react-router';
import { api, type Wire } from '~/api/client';
import { tellName, tellNumber } from '~/parts/amounts';
import { Asked } from '~/parts/asked';
import { Badge } from '~/parts/badge';
import { pathTo } from '~/parts/columns';
import { Facts } from '~/parts/page';
import { Table, type Column } from '~/parts/table';
import { Time } from '~/parts/time';

type Source = Wire['EntitlementSourceExplanation'];

/** Why a check answers as it does: every source, the one that decides, and why the others do not. */
export function Explanation({
  customerId,
  featureId,
  at,
}: {
  customerId: string;
  featureId: string;
  at: string;
}) {
  const params = { path: { id: customerId }, query: { featureId, ...(at ? { at } : {}) } };
  const explanation = api.useQuery('get', '/api/v1/customers/{id}/entitlements/explain', { params });
  return (
    <Asked of={explanation}>
      {({ data }) => (
        <div className="stack">
          <Facts
            of={[
              [
                'Answer',
                data.entitlement.isGranted ? (
                  <Badge of="Yes" tone="good" />
                ) : (
                  <Badge of={data.entitlement.accessDeniedReason ?? 'No'} tone="bad" />
                ),
              ],
              ['Used', tellNumber(data.entitlement.currentUsage)],
              [
                'Limit',
                data.entitlement.hasUnlimitedUsage ? 'Unlimited' : tellNumber(data.entitlement.usageLimit),
              ],
              [
                'Window',
                <span>
                  <Time of={data.entitlement.usagePeriodStart} /> to{' '}
                  <Time of={data.entitlement.usagePeriodEnd} />
                </span>,
              ],
              ['Decided by', data.decidedBy ? tellName(data.decidedBy) : null],
              ['As of', <Time of={data.at} />],
            ]}
          />
          <Table
            name="Sources"
            rows={data.sources}
            columns={columns}
            keyOf={({ type, id }) => `${type} ${id}`}
            empty="Nothing that the customer has grants it."
          />
        </div>
      )}
    </Asked>
  );
}

const columns: Column<Source>[] = [
  {
    head: 'Source',
    text: ({ type, id }) => `${type} ${id}`,
    cell: ({ type, id }) => (
      <>
        {tellName(type)}{' '}
        {type === 'SUBSCRIPTION' ? (
          <Link className="id" to={pathTo('subscriptions', id)}>
            {id}
          </Link>
        ) : (
          <span className="id">{id}</span>
        )}
      </>
    ),
  },
  {
    head: 'Counts',
    text: ({ isWinner, reason }) => (isWinner ? 'decides' : reason),
    cell: ({ isWinner, counts, reason }) =>
      isWinner ? (
        <Badge of="Decides" tone="good" />
      ) : (
        <Badge of={reason ?? (counts ? 'Counts' : 'No')} tone="" />
      ),
  },
  {
    head: 'Grants',
    text: (of) => grants(of),
    cell: (of) => grants(of),
  },
  { head: 'From', text: ({ startDate }) => startDate, cell: ({ startDate }) => <Time of={startDate} /> },
  { head: 'To', text: ({ endDate }) => endDate, cell: ({ endDate }) => <Time of={endDate} none="open" /> },
];

const grants = ({ isGranted, hasUnlimitedUsage, usageLimit, enumValues, resetPeriod }: Source): string => {
  if (!isGranted) return 'takes it away';
  if (hasUnlimitedUsage) return 'unlimited';
  if (enumValues && enumValues.length > 0) return enumValues.join(', ');
  return `${usageLimit === null ? 'yes' : tellNumber(usageLimit)}${resetPeriod ? ` each ${resetPeriod.toLowerCase()}` : ''}`;
};
