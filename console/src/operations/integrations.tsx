import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { Badge } from '~/parts/badge';
import { Asked } from '~/parts/asked';
import { stateColumn, timeColumn } from '~/parts/columns';
import { held, List } from '~/parts/list';
import { PageHead, Screen, Section } from '~/parts/page';
import { usePage } from '~/parts/paging';
import { plain, Table, type Column } from '~/parts/table';
import { tellSecret } from './secrets';

type Integration = Wire['EnvironmentIntegration'];
type Destination = Wire['DataExportDestination'];

const columns: Column<Integration>[] = [
  plain('Id', ({ id }) => id),
  plain('Vendor', ({ vendorIdentifier }) => vendorIdentifier),
  {
    head: 'Kind',
    cell: ({ isSandbox }) => (
      <Badge of={isSandbox ? 'Sandbox' : 'Live'} tone={isSandbox ? 'accent' : 'good'} />
    ),
  },
  timeColumn('Made', ({ createdAt }) => createdAt),
  {
    head: 'Do',
    cell: (row) => (
      <span className="row">
        <Action
          {...{
            operation: 'updateIntegration',
            path: { id: row.id },
            kind: 'small',
            label: 'Change',
            title: `Change ${row.id}`,
          }}
          given={row}
        />
        <Action
          {...{
            operation: 'deleteIntegration',
            path: { id: row.id },
            kind: 'small',
            label: 'Delete',
            title: `Delete ${row.id}`,
            isDanger: true,
          }}
        />
      </span>
    ),
  },
];

export function Integrations() {
  const integrations = api.useQuery('get', '/api/v1/integrations', { params: { query: usePage() } }, held);
  return (
    <Screen>
      <PageHead title="Integrations" about="What the environment is connected with.">
        <Action
          {...{
            operation: 'createIntegration',
            kind: 'primary',
            label: 'New integration',
            submit: 'Make it',
          }}
        />
      </PageHead>
      <List
        of={integrations}
        name="Integrations"
        columns={columns}
        keyOf={({ id }) => id}
        empty="Connected with nothing."
      />
    </Screen>
  );
}

const destinationColumns: Column<Destination>[] = [
  plain('Destination', ({ destinationId }) => destinationId),
  plain('Type', ({ type }) => type),
  stateColumn(({ connectionStatus }) => connectionStatus, 'Connection'),
  plain('Models', ({ enabledModels }) => enabledModels?.join(', ')),
  plain('Last sync', ({ lastSyncStatus }) => lastSyncStatus && JSON.stringify(lastSyncStatus)),
  {
    head: 'Do',
    cell: ({ destinationId, ...row }) => {
      const path = { destinationId };
      return (
        <span className="row">
          <Action
            {...{
              operation: 'startDataExportSync',
              kind: 'small',
              label: 'Sync',
              title: `Sync ${destinationId}`,
            }}
            fixed={{ destinationId }}
          />
          <Action
            {...{
              operation: 'updateDataExportDestination',
              path,
              kind: 'small',
              label: 'Change',
              title: `Change ${destinationId}`,
            }}
            given={row}
          />
          <Action
            {...{
              operation: 'deleteDataExportDestination',
              path,
              kind: 'small',
              label: 'Delete',
              title: `Delete ${destinationId}`,
              isDanger: true,
            }}
          />
        </span>
      );
    },
  },
];

export function Exports() {
  const destinations = api.useQuery('get', '/api/v1/data-export/destinations');
  return (
    <Screen>
      <PageHead title="Data export" about="Where the data is taken to, and how far that is.">
        <Action
          {...{
            operation: 'createDataExportDestination',
            kind: 'primary',
            label: 'New destination',
            submit: 'Make it',
          }}
        />
      </PageHead>
      <Section
        title="Destinations"
        actions={
          <Action
            {...{ operation: 'createDataExportToken', label: 'Token for a page', submit: 'Make it' }}
            title="A token by which a page of yours chooses a destination"
            onDone={(answer) => tellSecret({ secret: (answer as Wire['DataExportToken']).token })}
          />
        }
      >
        <Asked of={destinations}>
          {({ data }) => (
            <Table
              name="Destinations"
              rows={data.destinations}
              columns={destinationColumns}
              keyOf={({ destinationId }) => destinationId}
              empty="The data is taken nowhere yet."
            />
          )}
        </Asked>
      </Section>
    </Screen>
  );
}
