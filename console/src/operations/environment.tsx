import { api, type Wire } from '~/api/client';
import { useIdentity, useMay } from '~/api/access';
import { Action } from '~/forms/action';
import { Asked } from '~/parts/asked';
import { Badge } from '~/parts/badge';
import { Facts, PageHead, Screen, Section } from '~/parts/page';
import { stateColumn, timeColumn } from '~/parts/columns';
import { held, List } from '~/parts/list';
import { usePage } from '~/parts/paging';
import { plain, Table, type Column } from '~/parts/table';
import { Time } from '~/parts/time';
import { tellSecret } from './secrets';

type Environment = Wire['Environment'];

/** What holds in the environment: its settings, its clock, and who the reader is in it. */
export function EnvironmentScreen() {
  const identity = useIdentity();
  const { environment } = identity;
  return (
    <Screen>
      <PageHead
        title={environment.name}
        about={<code>{environment.id}</code>}
        badge={<Badge of={environment.type} tone={environment.type === 'PRODUCTION' ? 'bad' : 'accent'} />}
      />
      <div className="grid">
        <Clock of={environment} />
        <Settings />
        <Section title="Who you are">
          <div className="card">
            <Facts
              of={[
                ['Kind', <Badge of={identity.kind} />],
                ['As', <span className="id">{identity.actor}</span>],
                ['May', `${identity.permissions.length} permissions`],
              ]}
            />
          </div>
        </Section>
      </div>
      <CustomerTokens />
      <Environments />
    </Screen>
  );
}

function Clock({ of }: { of: Environment }) {
  const path = { id: of.id };
  const clock = api.useQuery(
    'get',
    '/api/v1/environments/{id}/clock',
    { params: { path } },
    { refetchInterval: 5_000 },
  );
  return (
    <Section
      title="Clock"
      actions={
        of.type !== 'PRODUCTION' && (
          <Action
            {...{ operation: 'setEnvironmentClock', path }}
            kind="small"
            label="Set"
            title="Set the test clock"
            submit="Set"
          >
            <p>
              It goes forward only, for all that lives in this environment. Leave it empty to let it run on.
            </p>
          </Action>
        )
      }
    >
      <div className="card">
        <Asked of={clock}>
          {({ data }) => (
            <Facts
              of={[
                ['Now', <Time of={data.now} />],
                ['Stands still', data.isFrozen ? 'Yes: it was set' : 'No'],
                ['At work', data.taskId ? <span className="id">{data.taskId}</span> : undefined],
              ]}
            />
          )}
        </Asked>
      </div>
    </Section>
  );
}

function Settings() {
  const settings = api.useQuery('get', '/api/v1/environment-settings');
  return (
    <Asked of={settings}>
      {({ data }) => (
        <Section
          title="Settings"
          actions={
            <Action
              {...{ operation: 'updateEnvironmentSettings', kind: 'small' }}
              label="Change"
              title="Change the settings"
              given={data}
            />
          }
        >
          <div className="card">
            <Facts
              of={[
                ['Usage is told at', data.usageThresholds.map((each) => `${each} %`).join(', ')],
                ['Credits are told at', data.creditThresholds.map((each) => `${each} %`).join(', ')],
                ['Late reports', `${data.usageGraceHours} hours`],
                ['Billing is counted from', <Badge of={data.billingAnchor} />],
                ['Ends are told', `${data.endsSoonDays} days before`],
                ['Customers prove themselves', data.isCustomerTokenRequired ? 'By a token' : 'No'],
              ]}
            />
          </div>
        </Section>
      )}
    </Asked>
  );
}

type TokenSecret = Wire['CustomerTokenSecret'];

const secretColumns: Column<TokenSecret>[] = [
  plain('Ends in', ({ lastFour }) => `…${lastFour}`),
  stateColumn(({ status }) => status),
  timeColumn('Made', ({ createdAt }) => createdAt),
  timeColumn('Ends', ({ endsAt }) => endsAt),
  {
    head: 'Do',
    cell: (row) =>
      row.status !== 'ENDED' && (
        <Action
          {...{ operation: 'endCustomerTokenSecret', path: { id: row.id }, kind: 'small', isDanger: true }}
          {...{ label: 'End', title: `End the secret …${row.lastFour}` }}
        />
      ),
  },
];

/** By what customers of publishable keys prove who they are. */
function CustomerTokens() {
  const secrets = api.useQuery(
    'get',
    '/api/v1/customer-token-secrets',
    { params: { query: usePage() } },
    held,
  );
  return (
    <Section
      title="Secrets of customer tokens"
      actions={
        <Action
          {...{ operation: 'createCustomerTokenSecret', label: 'New secret', submit: 'Make it' }}
          onDone={tellSecret}
        />
      }
    >
      <List
        of={secrets}
        name="Secrets of customer tokens"
        columns={secretColumns}
        keyOf={({ id }) => id}
        empty="None: nobody can prove to a publishable key which customer they are."
      />
    </Section>
  );
}

function Environments() {
  const may = useMay('environments:write');
  const environments = api.useQuery('get', '/api/v1/environments');
  return (
    <Section
      title="Environments that you see"
      actions={
        may && (
          <Action
            {...{
              operation: 'createEnvironment',

              label: 'New environment',
              submit: 'Make it',
            }}
          />
        )
      }
    >
      <Asked of={environments}>
        {({ data }) => (
          <Table
            name="Environments"
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              plain<Environment>('Name', ({ name }) => name),
              plain<Environment>('Type', ({ type }) => type),
              plain<Environment>('Id', ({ id }) => id),
            ]}
          />
        )}
      </Asked>
    </Section>
  );
}
