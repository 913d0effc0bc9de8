import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { timeColumn } from '~/parts/columns';
import { held, List } from '~/parts/list';
import { PageHead, Screen } from '~/parts/page';
import { usePage } from '~/parts/paging';
import { plain, type Column } from '~/parts/table';

type EntityType = Wire['EntityType'];

const columns: Column<EntityType>[] = [
  plain('Id', ({ id }) => id),
  plain('Name', ({ displayName }) => displayName),
  plain('Description', ({ description }) => description),
  plain('Named by', ({ attributionKeys }) => attributionKeys.join(', ')),
  timeColumn('Made', ({ createdAt }) => createdAt),
];

export function EntityTypes() {
  const types = api.useQuery('get', '/api/v1-beta/entity-types', { params: { query: usePage() } }, held);
  return (
    <Screen>
      <PageHead title="Entity types" about="What there is within customers: departments, teams, agents.">
        <Action {...{ operation: 'upsertEntityTypes', kind: 'primary', label: 'Set types', submit: 'Set' }} />
      </PageHead>
      <List
        of={types}
        name="Entity types"
        columns={columns}
        keyOf={({ id }) => id}
        empty="No type yet. Budgets within a customer begin with one."
      />
    </Screen>
  );
}
