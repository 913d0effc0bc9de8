import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { Badge } from '~/parts/badge';
import { timeColumn } from '~/parts/columns';
import { ChoiceFilter, Filters } from '~/parts/filters';
import { held, List } from '~/parts/list';
import { PageHead, Screen } from '~/parts/page';
import { useChoice, usePage } from '~/parts/paging';
import { plain, type Column } from '~/parts/table';

type Currency = Wire['CustomCurrency'];
const states = ['ACTIVE', 'ARCHIVED'] as const;

const columns: Column<Currency>[] = [
  plain('Id', ({ id }) => id),
  plain('Name', ({ displayName }) => displayName),
  plain('Symbol', ({ symbol }) => symbol),
  plain('Units', ({ units }) => [units?.singular, units?.plural].filter(Boolean).join(', ')),
  { head: 'Status', cell: ({ archivedAt }) => <Badge of={archivedAt ? 'ARCHIVED' : 'ACTIVE'} /> },
  timeColumn('Made', ({ createdAt }) => createdAt),
  {
    head: 'Do',
    cell: (row) => {
      const path = { currencyId: row.id };
      return (
        <span className="row">
          <Action
            {...{ operation: 'updateCustomCurrency', path, kind: 'small' }}
            label="Change"
            title={`Change ${row.displayName}`}
            given={row}
          />
          {row.archivedAt ? (
            <Action
              {...{ operation: 'unarchiveCustomCurrency', path, kind: 'small' }}
              label="Take back"
              title={`Take back ${row.displayName}`}
            />
          ) : (
            <Action
              {...{ operation: 'archiveCustomCurrency', path, kind: 'small', isDanger: true }}
              label="Archive"
              title={`Archive ${row.displayName}`}
            />
          )}
        </span>
      );
    },
  },
];

export function Currencies() {
  const status = useChoice('status', states);
  const query = { ...usePage(), ...(status && { status }) };
  const currencies = api.useQuery('get', '/api/v1/credits/custom-currencies', { params: { query } }, held);
  return (
    <Screen>
      <PageHead title="Currencies" about="Credits of your own: tokens, minutes, points.">
        <Action
          {...{
            operation: 'createCustomCurrency',
            kind: 'primary',
            label: 'New currency',
            submit: 'Make it',
          }}
        />
      </PageHead>
      <Filters>
        <ChoiceFilter name="status" label="Status" of={states} />
      </Filters>
      <List
        of={currencies}
        name="Currencies"
        columns={columns}
        keyOf={({ id, archivedAt }) => `${id} ${archivedAt}`}
        empty="No currency yet. Plans can give credits once there is one."
      />
    </Screen>
  );
}
