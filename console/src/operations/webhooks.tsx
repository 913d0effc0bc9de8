import { Link, useParams } from 'react-router';
import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { Asked } from '~/parts/asked';
import { Badge } from '~/parts/badge';
import { pathTo, stateColumn, timeColumn } from '~/parts/columns';
import { ChoiceFilter, Filters } from '~/parts/filters';
import { held, List } from '~/parts/list';
import { Facts, PageHead, Screen, Section } from '~/parts/page';
import { useChoice, usePage } from '~/parts/paging';
import { plain, type Column } from '~/parts/table';
import { Time } from '~/parts/time';
import { tellSecret } from './secrets';

type WebhookOfWire = Wire['Webhook'];
type Delivery = Wire['WebhookDelivery'];
const states = ['PENDING', 'DELIVERED', 'FAILED'] as const;

const columns: Column<WebhookOfWire>[] = [
  {
    head: 'Name',
    text: ({ name }) => name,
    cell: ({ id, name }) => <Link to={pathTo('webhooks', id)}>{name}</Link>,
  },
  plain('Endpoint', ({ endpoint }) => endpoint),
  plain('Events', ({ eventTypes }) => eventTypes.length, { isNumber: true }),
  stateColumn(({ status }) => status),
  timeColumn('Succeeded', ({ lastSuccessAt }) => lastSuccessAt),
  timeColumn('Fails since', ({ failingSince }) => failingSince),
];

export function Webhooks() {
  const webhooks = api.useQuery('get', '/api/v1/webhooks', { params: { query: usePage() } }, held);
  return (
    <Screen>
      <PageHead title="Webhooks" about="Who is told of what happens.">
        <Action
          {...{ operation: 'createWebhook', kind: 'primary', label: 'New webhook', submit: 'Make it' }}
          onDone={tellSecret}
        />
      </PageHead>
      <List
        of={webhooks}
        name="Webhooks"
        columns={columns}
        keyOf={({ id }) => id}
        empty="Nobody is told of events yet."
      />
    </Screen>
  );
}

export function Webhook() {
  const { id = '' } = useParams();
  const webhook = api.useQuery('get', '/api/v1/webhooks/{id}', { params: { path: { id } } });
  return <Asked of={webhook}>{({ data }) => <Told key={id} of={data} />}</Asked>;
}

function Told({ of }: { of: WebhookOfWire }) {
  const path = { id: of.id };
  return (
    <Screen>
      <PageHead title={of.name} about={of.endpoint} badge={<Badge of={of.status} />}>
        <Action
          {...{ operation: 'updateWebhook', path, label: 'Change', title: 'Change the webhook' }}
          given={of}
        />
        <Action
          {...{ operation: 'testWebhook', path, label: 'Test', title: 'Send a test event', submit: 'Send' }}
        />
        <Action
          {...{ operation: 'replayWebhook', path, label: 'Replay', title: 'Send again what was sent' }}
        />
        <Action
          {...{ operation: 'rotateWebhookSecret', path, label: 'New secret', submit: 'Rotate' }}
          onDone={tellSecret}
        />
        <Action {...{ operation: 'deleteWebhook', path, label: 'Delete', isDanger: true }} />
      </PageHead>
      <div className="card">
        <Facts
          of={[
            ['Events', of.eventTypes.join(', ')],
            ['Succeeded', <Time of={of.lastSuccessAt} none="never" />],
            ['Fails since', <Time of={of.failingSince} none="it does not" />],
            ['Stopped', <Time of={of.stoppedAt} none="no" />],
          ]}
        />
      </div>
      <Deliveries webhookId={of.id} />
    </Screen>
  );
}

function Deliveries({ webhookId }: { webhookId: string }) {
  const state = useChoice('state', states);
  const query = { ...usePage(), ...(state && { state }) };
  const params = { path: { id: webhookId }, query };
  const deliveries = api.useQuery('get', '/api/v1/webhooks/{id}/deliveries', { params }, held);
  return (
    <Section title="Deliveries">
      <Filters>
        <ChoiceFilter name="state" label="State" of={states} />
      </Filters>
      <List
        of={deliveries}
        name="Deliveries"
        columns={deliveryColumns}
        keyOf={({ id }) => id}
        empty="Nothing was sent yet."
      />
    </Section>
  );
}

const deliveryColumns: Column<Delivery>[] = [
  plain('Event', ({ type }) => type),
  stateColumn(({ state }) => state, 'State'),
  plain('Attempts', ({ attempts }) => attempts, { isNumber: true }),
  plain('Answer', ({ lastStatus, lastError }) => lastStatus ?? lastError),
  timeColumn('Last', ({ lastAttemptAt }) => lastAttemptAt),
  timeColumn('Next', ({ nextAttemptAt }) => nextAttemptAt),
  {
    head: 'Do',
    cell: (row) => (
      <Action
        {...{
          operation: 'replayWebhookDelivery',
          path: { id: row.webhookId, deliveryId: row.id },
          kind: 'small',
        }}
        {...{ label: 'Send again', title: `Send ${row.type} again` }}
      />
    ),
  },
];
