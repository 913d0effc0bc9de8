import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { Badge } from '~/parts/badge';
import { timeColumn } from '~/parts/columns';
import { ChoiceFilter, Filters, TextFilter } from '~/parts/filters';
import { held, List } from '~/parts/list';
import { PageHead, Screen } from '~/parts/page';
import { useFilter, usePage } from '~/parts/paging';
import { plain, type Column } from '~/parts/table';

type Event = Wire['KeptEvent'];

const columns: Column<Event>[] = [
  timeColumn('Received', ({ receivedAt }) => receivedAt),
  plain('Event', ({ event }) => event.eventName),
  plain('Customer', ({ event }) => event.customerId),
  plain('Key', ({ event }) => event.idempotencyKey),
  plain('Dimensions', ({ event }) => JSON.stringify(event.dimensions ?? {})),
  {
    head: 'Matched',
    text: ({ matched, reason }) => reason ?? matched.map(({ featureId }) => featureId).join(' '),
    cell: ({ matched, reason }) =>
      reason ? (
        <Badge of={reason} tone="bad" />
      ) : (
        matched.map(({ featureId }) => <Badge key={featureId} of={featureId} tone="good" />)
      ),
  },
  plain('Warnings', ({ warnings }) => warnings.join(' ')),
];

export function Events() {
  const [customerId] = useFilter('customer');
  const [eventName] = useFilter('event');
  const [matched] = useFilter('matched');
  const query = {
    ...usePage(),
    ...(customerId ? { customerId } : {}),
    ...(eventName ? { eventName } : {}),
    ...(matched ? { matched: matched === 'MATCHED' } : {}),
  };
  const events = api.useQuery('get', '/api/v1/events', { params: { query } }, held);
  return (
    <Screen>
      <PageHead title="Events" about="What was told, and which features it fed.">
        <Action
          {...{
            operation: 'ingestEvents',

            label: 'Send events',
            submit: 'Send',
            isWide: true,
          }}
        />
      </PageHead>
      <Filters>
        <TextFilter name="customer" label="Customer" />
        <TextFilter name="event" label="Event" />
        <ChoiceFilter name="matched" label="Matched" of={['MATCHED', 'UNMATCHED']} />
      </Filters>
      <List
        of={events}
        name="Events"
        columns={columns}
        keyOf={({ id }) => id}
        empty="No event here. Features with a meter are fed by events."
      />
    </Screen>
  );
}
