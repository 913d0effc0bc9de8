import { useNavigate } from 'react-router';
import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { Badge } from '~/parts/badge';
import { idColumn, pathTo, timeColumn } from '~/parts/columns';
import { ChoiceFilter, Filters, TextFilter } from '~/parts/filters';
import { held, List } from '~/parts/list';
import { PageHead, Screen } from '~/parts/page';
import { useChoice, useFilter, usePage } from '~/parts/paging';
import { plain, type Column } from '~/parts/table';

type Customer = Wire['Customer'];
const states = ['ACTIVE', 'ARCHIVED'] as const;

const columns: Column<Customer>[] = [
  idColumn(({ id }) => pathTo('customers', id)),
  plain('Name', ({ name }) => name),
  plain('E-mail', ({ email }) => email),
  { head: 'Status', cell: ({ archivedAt }) => <Badge of={archivedAt ? 'ARCHIVED' : 'ACTIVE'} /> },
  timeColumn('Made', ({ createdAt }) => createdAt),
];

export function Customers() {
  const go = useNavigate();
  const [name] = useFilter('name');
  const [email] = useFilter('email');
  const status = useChoice('status', states);
  const query = {
    ...usePage(),
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    ...(status && { status }),
  };
  const customers = api.useQuery('get', '/api/v1/customers', { params: { query } }, held);
  return (
    <Screen>
      <PageHead title="Customers" about="Who buys.">
        <Action
          {...{ operation: 'createCustomer', kind: 'primary' }}
          {...{ label: 'New customer', submit: 'Make it' }}
          onDone={(made) => void go(pathTo('customers', (made as Customer).id))}
        />
      </PageHead>
      <Filters>
        <TextFilter name="name" label="Name" />
        <TextFilter name="email" label="E-mail" />
        <ChoiceFilter name="status" label="Status" of={states} any="Active" />
      </Filters>
      <List
        of={customers}
        name="Customers"
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          name || email
            ? 'Nobody has exactly this name and e-mail.'
            : 'No customer yet. Make one, then subscribe it to a plan.'
        }
      />
    </Screen>
  );
}
