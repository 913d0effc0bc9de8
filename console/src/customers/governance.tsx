import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { tellNumber } from '~/parts/amounts';
import { Filters, TextFilter } from '~/parts/filters';
import { held, List } from '~/parts/list';
import { Section } from '~/parts/page';
import { useFilter, usePage } from '~/parts/paging';
import { plain, type Column } from '~/parts/table';
import { Time } from '~/parts/time';
import { useCustomer } from './customer';

type Node = Wire['ListCustomerGovernanceData'];
type Entity = Wire['GovernedEntity'];

const columns: Column<Node>[] = [
  plain('Entity', ({ entityId }) => entityId),
  plain('Name', ({ displayName }) => displayName),
  plain('Type', ({ entityTypeId }) => entityTypeId),
  plain('Below', ({ parentId }) => parentId),
  plain('Of', ({ featureId, currencyId }) => featureId ?? currencyId),
  plain('Limit', ({ usageLimit }) => tellNumber(usageLimit), { isNumber: true }),
  {
    head: 'Used',
    text: ({ currentUsage }) => currentUsage,
    cell: ({ currentUsage, utilization }) => (
      <div className="stack tight">
        <span>{tellNumber(currentUsage)}</span>
        {utilization !== null && (
          <div className="bar" aria-hidden="true">
            <span
              className={utilization >= 1 ? 'full' : undefined}
              style={{ width: `${Math.min(100, utilization * 100)}%` }}
            />
          </div>
        )}
      </div>
    ),
  },
  {
    head: 'Until',
    text: ({ usagePeriodEnd }) => usagePeriodEnd,
    cell: ({ usagePeriodEnd }) => <Time of={usagePeriodEnd} />,
  },
];

/** The budgets within a customer: of its departments, teams and agents. */
export function Governance() {
  const { id } = useCustomer();
  const [entity] = useFilter('entity');
  const { limit, after } = usePage();
  const query = { limit, ...(after ? { after } : {}), ...(entity ? { entityIdSearch: entity } : {}) };
  const tree = api.useQuery(
    'get',
    '/api/v1-beta/customers/{id}/governance',
    { params: { path: { id }, query } },
    held,
  );
  return (
    <>
      <Section
        title="Budgets"
        actions={
          <Action
            {...{
              operation: 'upsertAssignments',
              path: { id },
              kind: 'primary',
              isWide: true,
              label: 'Set budgets',
              submit: 'Set',
            }}
          />
        }
      >
        <Filters>
          <TextFilter name="entity" label="Entity" />
        </Filters>
        <List
          of={tree}
          name={`Budgets of ${id}`}
          columns={columns}
          keyOf={(row, at) => `${at} ${row.entityId}`}
          empty="No entities here. Say who is within the customer, then set their budgets."
        />
      </Section>
      <Entities customerId={id} />
    </>
  );
}

const entityColumns = (id: string): Column<Entity>[] => [
  plain('Id', (row) => row.id),
  plain('Name', ({ displayName }) => displayName),
  plain('Type', ({ entityTypeId }) => entityTypeId),
  {
    head: 'Do',
    cell: (row) => (
      <Action
        {...{
          operation: row.archivedAt ? 'unarchiveEntities' : 'archiveEntities',
          path: { id },
          kind: 'small',
        }}
        {...{
          label: row.archivedAt ? 'Take back' : 'Archive',
          title: `${row.archivedAt ? 'Take back' : 'Archive'} ${row.id}`,
        }}
        isDanger={!row.archivedAt}
        fixed={{ ids: [row.id] }}
      />
    ),
  },
];

function Entities({ customerId }: { customerId: string }) {
  const params = { path: { id: customerId }, query: { ...usePage('entity-'), includeArchived: true } };
  const entities = api.useQuery('get', '/api/v1-beta/customers/{id}/entities', { params }, held);
  return (
    <Section
      title="Entities"
      actions={
        <Action
          {...{
            operation: 'upsertEntities',
            path: { id: customerId },
            label: 'Say who is within',
            submit: 'Say so',
          }}
        />
      }
    >
      <List
        of={entities}
        name={`Entities of ${customerId}`}
        prefix="entity-"
        columns={entityColumns(customerId)}
        keyOf={({ id }) => id}
        empty="Nobody yet."
      />
    </Section>
  );
}
