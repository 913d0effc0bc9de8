import { api, type Wire } from '~/api/client';
import { newName } from '~/api/random';
import { Action } from '~/forms/action';
import { tellMoney, tellName, tellNumber } from '~/parts/amounts';
import { Asked } from '~/parts/asked';
import { stateColumn, timeColumn } from '~/parts/columns';
import { Filters, TextFilter } from '~/parts/filters';
import { held, List } from '~/parts/list';
import { Empty, Facts, Section } from '~/parts/page';
import { useFilter, usePage } from '~/parts/paging';
import { Plotted } from '~/parts/plotted';
import { SpanChoice, useSpan } from '~/parts/span';
import { plain, type Column } from '~/parts/table';
import { useCustomer } from './customer';

type Grant = Wire['CreditGrant'];
type Entry = Wire['CreditLedgerEntry'];

/** The credits of a customer: what was given, what is left, and every step between. */
export function Wallets() {
  const { id } = useCustomer();
  const [currencyId] = useFilter('currency');
  const chosen = currencyId ? { currencyId } : {};
  const grants = api.useQuery(
    'get',
    '/api/v1/credits/grants',
    { params: { query: { ...usePage('grant-'), customerId: id, ...chosen } } },
    held,
  );
  return (
    <>
      <Filters>
        <TextFilter name="currency" label="Currency" />
      </Filters>
      <BurnDown customerId={id} currencyId={currencyId} />
      <Section
        title="Grants"
        actions={
          <>
            <Action
              {...{
                operation: 'createCreditGrant',
                kind: 'primary',
                label: 'Grant credits',
                submit: 'Grant',
              }}
              fixed={{ customerId: id }}
            />
            <Action
              {...{
                operation: 'consumeCredits',
                label: 'Consume',
                title: 'Consume credits',
                submit: 'Consume',
              }}
              fixed={{ customerId: id }}
              given={{ idempotencyKey: newName() }}
            />
          </>
        }
      >
        <List
          of={grants}
          name={`Grants of ${id}`}
          prefix="grant-"
          columns={grantColumns}
          keyOf={(row) => row.id}
          empty="No credits were given yet."
        />
      </Section>
      {currencyId && <AutoRecharge customerId={id} currencyId={currencyId} />}
      <Ledger customerId={id} currencyId={currencyId} />
    </>
  );
}

const grantColumns: Column<Grant>[] = [
  plain('Name', ({ displayName }) => displayName),
  plain('Currency', ({ currencyId }) => currencyId),
  plain('Kind', ({ grantType }) => tellName(grantType)),
  stateColumn(({ status }) => status),
  plain('Given', ({ amount }) => tellNumber(amount), { isNumber: true }),
  plain('Used', ({ consumedAmount }) => tellNumber(consumedAmount), { isNumber: true }),
  plain('Cost', ({ cost }) => tellMoney(cost.amount, cost.currency), { isNumber: true }),
  timeColumn('From', ({ effectiveAt }) => effectiveAt),
  timeColumn('Expires', ({ expireAt }) => expireAt),
  {
    head: 'Do',
    cell: (row) => (
      <span className="row">
        <Action
          {...{ operation: 'updateCreditGrant', path: { id: row.id }, kind: 'small' }}
          label="Change"
          title={`Change ${row.displayName}`}
          given={row}
        />
        {row.voidedAt === null && (
          <Action
            {...{ operation: 'voidCreditGrant', path: { id: row.id }, kind: 'small', isDanger: true }}
            label="Void"
            title={`Void ${row.displayName}`}
            submit="Void"
          />
        )}
      </span>
    ),
  },
];

const ranges = { week: 'LAST_WEEK', month: 'LAST_MONTH', year: 'LAST_YEAR' } as const;

function BurnDown({ customerId, currencyId }: { customerId: string; currencyId: string }) {
  const { span } = useSpan();
  const query = { customerId, timeRange: ranges[span], limit: 5, ...(currencyId ? { currencyId } : {}) };
  const usage = api.useQuery('get', '/api/v1/credits/usage', { params: { query } }, held);
  return (
    <Section title="What was used" actions={<SpanChoice />}>
      <Asked of={usage}>
        {({ data }) =>
          data.series.length === 0 ? (
            <Empty>No credits were used in this time.</Empty>
          ) : (
            <Plotted
              name="Credits used"
              series={data.series.map(({ featureName, featureId, points }) => ({
                name: featureName ?? featureId ?? 'Directly',
                points: points.map(({ timestamp, value }) => ({ at: timestamp, value })),
              }))}
            />
          )
        }
      </Asked>
    </Section>
  );
}

function AutoRecharge({ customerId, currencyId }: { customerId: string; currencyId: string }) {
  const recharge = api.useQuery('get', '/api/v1/credits/auto-recharge', {
    params: { query: { customerId, currencyId } },
  });
  return (
    <Asked of={recharge}>
      {({ data }) => (
        <Section
          title="Auto-recharge"
          actions={
            <Action
              {...{
                operation: 'updateCreditAutoRecharge',
                kind: 'small',
                label: 'Change',
                title: 'Change the auto-recharge',
                submit: 'Save',
              }}
              fixed={{ customerId, currencyId }}
              given={data}
            />
          }
        >
          <div className="card">
            <Facts
              of={[
                ['Switched on', data.isEnabled ? 'Yes' : 'No'],
                ['Below', tellNumber(data.thresholdValue)],
                ['Up to', tellNumber(data.targetBalance)],
                ['At most', tellNumber(data.maxSpendLimit)],
              ]}
            />
          </div>
        </Section>
      )}
    </Asked>
  );
}

const entryColumns: Column<Entry>[] = [
  plain('No.', ({ seq }) => seq, { isNumber: true }),
  timeColumn('At', ({ timestamp }) => timestamp),
  plain('What', ({ eventType }) => tellName(eventType.replace('CREDITS_', ''))),
  plain('Currency', ({ creditCurrencyId }) => creditCurrencyId),
  plain('Amount', ({ amount }) => tellNumber(amount), { isNumber: true }),
  plain('Before', ({ startingBalance }) => tellNumber(startingBalance), { isNumber: true }),
  plain('After', ({ endingBalance }) => tellNumber(endingBalance), { isNumber: true }),
  plain('Feature', ({ featureId }) => featureId),
  plain('By', ({ actor }) => actor),
];

function Ledger({ customerId, currencyId }: { customerId: string; currencyId: string }) {
  const query = { ...usePage('entry-'), customerId, ...(currencyId ? { currencyId } : {}) };
  const entries = api.useQuery('get', '/api/v1/credits/ledger', { params: { query } }, held);
  return (
    <Section title="Ledger">
      <List
        of={entries}
        name={`Ledger of ${customerId}`}
        prefix="entry-"
        columns={entryColumns}
        keyOf={({ id }) => id}
        empty="Nothing moved yet."
      />
    </Section>
  );
}
