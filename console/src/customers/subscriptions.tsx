import { Link } from 'react-router';
import { api, type Wire } from '~/api/client';
import { idColumn, pathTo, stateColumn, timeColumn } from '~/parts/columns';
import { ChoiceFilter, Filters, TextFilter } from '~/parts/filters';
import { held, List } from '~/parts/list';
import { PageHead, Screen } from '~/parts/page';
import { useChoice, useFilter, usePage } from '~/parts/paging';
import { plain, type Column } from '~/parts/table';
import { useCustomer } from './customer';

type Subscription = Wire['Subscription'];
const subscriptionStates = [
  'ACTIVE',
  'IN_TRIAL',
  'NOT_STARTED',
  'PAYMENT_PENDING',
  'CANCELED',
  'EXPIRED',
] as const;

const idOf = idColumn<Subscription>(({ id }) => pathTo('subscriptions', id));

const about: Column<Subscription>[] = [
  plain('Plan', ({ planId }) => planId),
  stateColumn(({ status }) => status),
  timeColumn('From', ({ startDate }) => startDate),
  timeColumn('To', ({ effectiveEndDate }) => effectiveEndDate),
  plain(
    'Changes that wait',
    ({ futureUpdates = [] }) =>
      futureUpdates.filter(({ scheduleStatus }) => scheduleStatus === 'SCHEDULED').length || null,
    { isNumber: true },
  ),
];

const customerOf: Column<Subscription> = {
  ...plain('Customer', ({ customerId }) => customerId),
  cell: CustomerLink,
};

function CustomerLink({ customerId }: Subscription) {
  return (
    <Link className="id" to={pathTo('customers', customerId)}>
      {customerId}
    </Link>
  );
}

function useSubscriptions(more: { customerId?: string; planId?: string }) {
  const status = useChoice('status', subscriptionStates);
  const query = { ...usePage(), ...more, ...(status && { status }) };
  return api.useQuery('get', '/api/v1/subscriptions', { params: { query } }, held);
}

export function Subscriptions() {
  const [planId] = useFilter('plan');
  const [customerId] = useFilter('customer');
  const subscriptions = useSubscriptions({
    ...(planId ? { planId } : {}),
    ...(customerId ? { customerId } : {}),
  });
  return (
    <Screen>
      <PageHead title="Subscriptions" about="Who has what, since when and until when." />
      <Filters>
        <TextFilter name="customer" label="Customer" />
        <TextFilter name="plan" label="Plan" />
        <ChoiceFilter name="status" label="Status" of={subscriptionStates} />
      </Filters>
      <List
        of={subscriptions}
        name="Subscriptions"
        columns={[idOf, customerOf, ...about]}
        keyOf={({ id }) => id}
        empty="No subscription here."
      />
    </Screen>
  );
}

export function SubscriptionsOfCustomer() {
  const { id } = useCustomer();
  const subscriptions = useSubscriptions({ customerId: id });
  return (
    <>
      <Filters>
        <ChoiceFilter name="status" label="Status" of={subscriptionStates} />
      </Filters>
      <List
        of={subscriptions}
        name={`Subscriptions of ${id}`}
        columns={[idOf, ...about]}
        keyOf={(row) => row.id}
        empty="No subscription yet. Subscribe it to a plan above."
      />
    </>
  );
}
