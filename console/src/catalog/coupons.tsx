import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { tellMoney } from '~/parts/amounts';
import { stateColumn, timeColumn } from '~/parts/columns';
import { ChoiceFilter, Filters } from '~/parts/filters';
import { held, List } from '~/parts/list';
import { PageHead, Screen, Section } from '~/parts/page';
import { useChoice, usePage } from '~/parts/paging';
import { plain, type Column } from '~/parts/table';

type Coupon = Wire['Coupon'];
type PromotionCode = Wire['PromotionCode'];
const states = ['ACTIVE', 'ARCHIVED'] as const;

const tellDiscount = ({ percentOff, amountsOff }: Coupon): string =>
  percentOff !== null
    ? `${percentOff} %`
    : (amountsOff ?? []).map(({ amount, currency }) => tellMoney(amount, currency)).join(', ');

const columns: Column<Coupon>[] = [
  plain('Id', ({ id }) => id),
  plain('Name', ({ name }) => name),
  plain('Takes off', tellDiscount),
  plain('Months', ({ durationInMonths }) => durationInMonths ?? 'for ever'),
  stateColumn(({ status }) => status),
  timeColumn('Made', ({ createdAt }) => createdAt),
  {
    head: 'Do',
    cell: (row) => (
      <span className="row">
        <Action
          {...{ operation: 'updateCoupon', path: { id: row.id }, kind: 'small' }}
          label="Change"
          given={row}
          title={`Change ${row.name}`}
        />
        {row.status === 'ACTIVE' && (
          <Action
            {...{ operation: 'archiveCoupon', path: { id: row.id }, kind: 'small', isDanger: true }}
            label="Archive"
            title={`Archive ${row.name}`}
          />
        )}
      </span>
    ),
  },
];

const codeColumns: Column<PromotionCode>[] = [
  plain('Code', ({ id }) => id),
  plain('Coupon', ({ couponId }) => couponId),
  plain('Customer', ({ customerId }) => customerId),
  stateColumn(({ status }) => status),
  timeColumn('Made', ({ createdAt }) => createdAt),
  {
    head: 'Do',
    cell: (row) =>
      row.status === 'ACTIVE' && (
        <span className="row">
          <Action
            {...{ operation: 'updatePromotionCode', path: { id: row.id }, kind: 'small', label: 'Change' }}
            title={`Change ${row.id}`}
            given={row}
          />
          <Action
            {...{ operation: 'validatePromotionCode', path: { id: row.id }, kind: 'small', label: 'Try' }}
            title={`Would ${row.id} be taken?`}
            submit="Try it"
            onDone={() => <p>It would be taken.</p>}
          />
          <Action
            {...{ operation: 'archivePromotionCode', path: { id: row.id }, kind: 'small', isDanger: true }}
            label="Archive"
            title={`Archive ${row.id}`}
          />
        </span>
      ),
  },
];

export function Coupons() {
  const status = useChoice('status', states);
  const query = { ...usePage(), ...(status && { status }) };
  const coupons = api.useQuery('get', '/api/v1/coupons', { params: { query } }, held);
  const codes = api.useQuery('get', '/api/v1/promotion-codes', { params: { query: usePage('code-') } }, held);
  return (
    <Screen>
      <PageHead title="Coupons" about="What takes something off a price.">
        <Action {...{ operation: 'createCoupon', kind: 'primary', label: 'New coupon', submit: 'Make it' }} />
      </PageHead>
      <Filters>
        <ChoiceFilter name="status" label="Status" of={states} />
      </Filters>
      <List of={coupons} name="Coupons" columns={columns} keyOf={({ id }) => id} empty="No coupon yet." />
      <Section
        title="Promotion codes"
        actions={
          <Action {...{ operation: 'createPromotionCode', label: 'New promotion code', submit: 'Make it' }} />
        }
      >
        <List
          of={codes}
          name="Promotion codes"
          columns={codeColumns}
          keyOf={({ id }) => id}
          prefix="code-"
          empty="No promotion code yet. A code gives a coupon to whoever names it."
        />
      </Section>
    </Screen>
  );
}
