import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { tellNumber } from '~/parts/amounts';
import { stateColumn, timeColumn } from '~/parts/columns';
import { ChoiceFilter, Filters } from '~/parts/filters';
import { held, List } from '~/parts/list';
import { Section } from '~/parts/page';
import { useChoice, usePage } from '~/parts/paging';
import { plain, type Column } from '~/parts/table';
import { useCustomer } from './customer';

type Promotion = Wire['PromotionalEntitlement'];
const states = ['Active', 'Expired', 'Paused'] as const;

/** What a customer was given besides its plans. */
export function Promotions() {
  const { id } = useCustomer();
  const status = useChoice('status', states);
  const query = { ...usePage(), ...(status && { status }) };
  const params = { path: { id }, query };
  const promotions = api.useQuery('get', '/api/v1/customers/{id}/promotional-entitlements', { params }, held);
  const columns: Column<Promotion>[] = [
    plain('Feature', ({ featureRefId }) => featureRefId),
    plain('Grants', ({ hasUnlimitedUsage, usageLimit, enumValues }) =>
      hasUnlimitedUsage
        ? 'unlimited'
        : enumValues && enumValues.length > 0
          ? enumValues.join(', ')
          : usageLimit === null
            ? 'yes'
            : tellNumber(usageLimit),
    ),
    stateColumn(({ status: state }) => state),
    timeColumn('From', ({ startDate }) => startDate),
    timeColumn('To', ({ endDate }) => endDate),
    {
      head: 'Do',
      cell: (row) =>
        row.status === 'Active' && (
          <Action
            {...{
              operation: 'revokePromotionalEntitlement',
              path: { id, featureId: row.featureRefId },
            }}
            {...{ kind: 'small', label: 'Take back', title: `Take back ${row.featureRefId}`, isDanger: true }}
          />
        ),
    },
  ];
  return (
    <Section
      title="Promotional entitlements"
      actions={
        <Action
          {...{
            operation: 'grantPromotionalEntitlements',
            path: { id },
            kind: 'primary',
            isWide: true,
          }}
          {...{ label: 'Grant', title: 'Grant besides its plans', submit: 'Grant' }}
        />
      }
    >
      <Filters>
        <ChoiceFilter name="status" label="Status" of={states} />
      </Filters>
      <List
        of={promotions}
        name={`Promotions of ${id}`}
        columns={columns}
        keyOf={(row) => row.id}
        empty="Nothing was granted besides its plans."
      />
    </Section>
  );
}
