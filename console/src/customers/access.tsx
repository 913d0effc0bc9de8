import { useId, useState } from 'react';
import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { tellName, tellNumber } from '~/parts/amounts';
import { Asked } from '~/parts/asked';
import { Badge } from '~/parts/badge';
import { Section } from '~/parts/page';
import { useFilter } from '~/parts/paging';
import { Table, type Column } from '~/parts/table';
import { Time } from '~/parts/time';
import { Window } from '~/parts/window';
import { useCustomer } from './customer';
import { Explanation } from './explanation';

type OfFeature = Wire['CustomerEntitlementFeature'];
type Granted = OfFeature | Wire['CustomerEntitlementCredit'];

/** A list tells of each which feature it is about; only a check of none does not. */
const featureOf = ({ feature }: OfFeature) =>
  feature ?? { id: '', displayName: '', featureType: 'BOOLEAN' as const };

const subject = (of: Granted): { id: string; name: string } =>
  of.type === 'CREDIT'
    ? { id: of.currency.currencyId, name: of.currency.displayName }
    : { id: featureOf(of).id, name: featureOf(of).displayName };

/** What the customer may do now, or may have done at an instant. */
export function Access() {
  const { id } = useCustomer();
  const [at] = useFilter('at');
  const query = at ? { at } : {};
  const entitlements = api.useQuery('get', '/api/v1/customers/{id}/entitlements', {
    params: { path: { id }, query },
  });
  const [explained, setExplained] = useState<string>();
  return (
    <Section
      title={at ? 'What it might do then' : 'What it may do now'}
      actions={
        <>
          <AtInstant />
          <Action
            {...{ operation: 'reportUsage', label: 'Report usage', submit: 'Report' }}
            given={{ usages: [{ customerId: id }] }}
          />
        </>
      }
    >
      <Asked of={entitlements}>
        {({ data }) => (
          <Table
            name={`Entitlements of ${id}`}
            rows={data.entitlements}
            columns={columns(setExplained)}
            keyOf={(row) => `${row.type} ${subject(row).id}`}
            empty={
              data.accessDeniedReason
                ? `Nothing: ${tellName(data.accessDeniedReason).toLowerCase()}. Subscribe it to a plan.`
                : 'Nothing: its plans grant nothing.'
            }
          />
        )}
      </Asked>
      <Window
        title={`Why: ${explained ?? ''}`}
        isOpen={explained !== undefined}
        onClose={() => setExplained(undefined)}
        isWide
      >
        {explained !== undefined && <Explanation customerId={id} featureId={explained} at={at} />}
      </Window>
    </Section>
  );
}

function columns(explain: (featureId: string) => void): Column<Granted>[] {
  return [
    {
      head: 'Of',
      text: (row) => subject(row).id,
      cell: (row) => (
        <>
          {subject(row).name} <span className="id soft">{subject(row).id}</span>
        </>
      ),
    },
    {
      head: 'May',
      text: (row) => (row.isGranted ? 'yes' : (row.accessDeniedReason ?? 'no')),
      cell: (row) =>
        row.isGranted ? (
          <Badge of="Yes" tone="good" />
        ) : (
          <Badge of={row.accessDeniedReason ?? 'No'} tone="bad" />
        ),
    },
    {
      head: 'Used',
      text: (row) => `${row.currentUsage} of ${row.usageLimit ?? 'unlimited'}`,
      cell: (row) => <UsageBar of={row} />,
    },
    {
      head: 'Until',
      text: (row) => row.usagePeriodEnd,
      cell: (row) => <Time of={row.usagePeriodEnd} />,
    },
    {
      head: 'Why',
      cell: (row) =>
        row.type === 'FEATURE' && (
          <button type="button" className="small" onClick={() => explain(featureOf(row).id)}>
            Why<span className="hidden"> {featureOf(row).displayName}</span>
          </button>
        ),
    },
  ];
}

function UsageBar({ of }: { of: Granted }) {
  const isUnlimited = of.type === 'FEATURE' && of.hasUnlimitedUsage;
  const { currentUsage: used = 0, usageLimit: limit } = of;
  if (of.type === 'FEATURE' && featureOf(of).featureType !== 'NUMBER') return <span className="soft">–</span>;
  if (isUnlimited || limit === null || limit === undefined)
    return (
      <>
        {tellNumber(used)} of {isUnlimited ? 'unlimited' : '–'}
      </>
    );
  const share = limit > 0 ? Math.min(1, Math.max(0, used / limit)) : 1;
  return (
    <div className="stack tight">
      <span>
        {tellNumber(used)} of {tellNumber(limit)}
      </span>
      <div className="bar" aria-hidden="true">
        <span className={share >= 1 ? 'full' : undefined} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

/** Time travel: the answers as of an instant, by what was known then. */
function AtInstant() {
  const id = useId();
  const [at, choose] = useFilter('at');
  return (
    <span className="row">
      <label htmlFor={id} className="soft small">
        As of (UTC)
      </label>
      <input
        id={id}
        type="datetime-local"
        step="1"
        style={{ width: 'auto' }}
        value={at.replace(/(\.\d+)?Z$/, '')}
        onChange={(event) =>
          choose(event.target.value ? `${event.target.value}Z`.replace(/T(\d\d:\d\d)Z$/, 'T$1:00Z') : '')
        }
      />
      {at && (
        <button type="button" className="small" onClick={() => choose('')}>
          Now
        </button>
      )}
    </span>
  );
}
