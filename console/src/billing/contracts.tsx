import { Link, useNavigate } from 'react-router';
import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { tellMoney } from '~/parts/amounts';
import { pathTo, stateColumn, timeColumn } from '~/parts/columns';
import { ChoiceFilter, Filters, TextFilter } from '~/parts/filters';
import { held, List } from '~/parts/list';
import { PageHead, Screen } from '~/parts/page';
import { useChoice, useFilter, usePage } from '~/parts/paging';
import { plain, type Column } from '~/parts/table';
import { Day } from '~/parts/time';

type Contract = Wire['Contract'];
const states = ['DRAFT', 'ACTIVE', 'CANCELED', 'END_BILLING'] as const;

const columns: Column<Contract>[] = [
  {
    head: 'Contract',
    text: ({ contractId }) => contractId,
    cell: ({ contractId, name }) => <Link to={pathTo('contracts', contractId)}>{name ?? contractId}</Link>,
  },
  plain('Customer', ({ customerExternalId }) => customerExternalId),
  stateColumn(({ state }) => state, 'State'),
  timeColumn('From', ({ activationStartDate }) => activationStartDate),
  timeColumn('To', ({ activationEndDate }) => activationEndDate),
  {
    head: 'Next invoice',
    text: ({ nextInvoice }) => nextInvoice?.dueDate,
    cell: ({ nextInvoice }) =>
      nextInvoice ? (
        <>
          {tellMoney(nextInvoice.amount.amount, nextInvoice.amount.currency)}, due{' '}
          <Day of={nextInvoice.dueDate} />
        </>
      ) : (
        <span className="soft">–</span>
      ),
  },
];

export function Contracts() {
  const go = useNavigate();
  const state = useChoice('state', states);
  const [customer] = useFilter('customer');
  const [name] = useFilter('name');
  const query = {
    ...usePage(),
    ...(customer ? { customerExternalId: customer } : {}),
    ...(name ? { name } : {}),
    ...(state && { state }),
  };
  const contracts = api.useQuery('get', '/api/v1/contracts', { params: { query } }, held);
  return (
    <Screen>
      <PageHead title="Contracts" about="What was agreed with a customer, and how it is billed.">
        <Action
          {...{
            operation: 'createContract',
            kind: 'primary',
            isWide: true,
            label: 'New contract',
            submit: 'Make it',
          }}
          onDone={(made) => void go(pathTo('contracts', (made as Contract).contractId))}
        />
      </PageHead>
      <Filters>
        <TextFilter name="customer" label="Customer" />
        <TextFilter name="name" label="Name" />
        <ChoiceFilter name="state" label="State" of={states} />
      </Filters>
      <List
        of={contracts}
        name="Contracts"
        columns={columns}
        keyOf={({ contractId }) => contractId}
        empty="No contract here."
      />
    </Screen>
  );
}
