import { useState } from 'react';
import { ask } from '~/api/asking';
import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { tellMoney } from '~/parts/amounts';
import { Badge } from '~/parts/badge';
import { stateColumn } from '~/parts/columns';
import { save } from '~/parts/csv';
import { FaultNotice } from '~/parts/fault';
import { ChoiceFilter, Filters } from '~/parts/filters';
import { held, List } from '~/parts/list';
import { Facts } from '~/parts/page';
import { useChoice, usePage } from '~/parts/paging';
import { plain, Table, type Column } from '~/parts/table';
import { Day } from '~/parts/time';
import { Window } from '~/parts/window';
import { useCustomer } from './customer';

type Invoice = Wire['CustomerInvoice'];
type Line = Wire['CustomerInvoiceLine'];
const states = ['OPEN', 'PAID', 'CANCELED'] as const;

export function Invoices() {
  const { id } = useCustomer();
  const stateIn = useChoice('state', states);
  const [opened, open] = useState<Invoice>();
  const query = { ...usePage(), ...(stateIn && { stateIn }) };
  const params = { path: { id }, query };
  const invoices = api.useQuery('get', '/api/v1/customers/{id}/invoices', { params }, held);
  return (
    <>
      <Filters>
        <ChoiceFilter name="state" label="State" of={states} />
      </Filters>
      <List
        of={invoices}
        name={`Invoices of ${id}`}
        columns={columns(open)}
        keyOf={(row) => row.invoiceId}
        empty="No invoice yet."
      />
      <Window
        title={`Invoice ${opened?.invoiceNumber ?? ''}`}
        isOpen={opened !== undefined}
        onClose={() => open(undefined)}
        isWide
      >
        {opened && <Told of={opened} />}
      </Window>
    </>
  );
}

const columns = (open: (of: Invoice) => void): Column<Invoice>[] => [
  {
    head: 'Number',
    text: ({ invoiceNumber }) => invoiceNumber,
    cell: (row) => (
      <button type="button" className="plain small" onClick={() => open(row)}>
        {row.invoiceNumber ?? row.invoiceId}
      </button>
    ),
  },
  stateColumn(({ state }) => state, 'State'),
  { head: 'Issued', text: ({ issueDate }) => issueDate, cell: ({ issueDate }) => <Day of={issueDate} /> },
  { head: 'Due', text: ({ dueDate }) => dueDate, cell: ({ dueDate }) => <Day of={dueDate} /> },
  plain('Total', ({ total, currency }) => tellMoney(total, currency), { isNumber: true }),
  plain('Owed', ({ amountDue, currency }) => tellMoney(amountDue, currency), { isNumber: true }),
];

function Told({ of }: { of: Invoice }) {
  const { id } = useCustomer();
  const path = { id, invoiceRef: of.invoiceId };
  const [fault, setFault] = useState<unknown>();
  const takePdf = async () => {
    setFault(undefined);
    try {
      const at = `/api/v1/customers/${encodeURIComponent(id)}/invoices/${encodeURIComponent(of.invoiceId)}/pdf`;
      const answer = await ask(new Request(new URL(at, location.origin)));
      save(`${of.invoiceNumber ?? of.invoiceId}.pdf`, await answer.blob());
    } catch (error) {
      setFault(error);
    }
  };
  const lineColumns: Column<Line>[] = [
    plain('What', ({ description }) => description),
    plain('Why', ({ explanation }) => explanation),
    plain('Quantity', ({ quantity }) => quantity, { isNumber: true }),
    plain('Unit price', ({ unitPrice }) => tellMoney(unitPrice, of.currency), { isNumber: true }),
    plain('Amount', ({ amount }) => tellMoney(amount, of.currency), { isNumber: true }),
  ];
  return (
    <div className="stack">
      <div className="row">
        <Badge of={of.state} />
        <button type="button" onClick={() => void takePdf()}>
          PDF
        </button>
        {of.state === 'OPEN' && (
          <>
            <Action
              {...{ operation: 'chargeCustomerInvoice', path }}
              label="Charge"
              title="Charge the payment method"
            />
            <Action
              {...{ operation: 'markCustomerInvoicePaid', path }}
              label="Mark paid"
              title="Mark as paid"
            />
          </>
        )}
        <Action
          {...{ operation: 'createInvoiceCreditNote', path }}
          label="Credit note"
          title="Make a credit note"
        />
      </div>
      {fault !== undefined && <FaultNotice error={fault} />}
      <Facts
        of={[
          ['Issued', <Day of={of.issueDate} />],
          ['Due', <Day of={of.dueDate} />],
          ['Paid', <Day of={of.paidDate} />],
          ['Subtotal', tellMoney(of.subtotal, of.currency)],
          ['Discount', tellMoney(of.discount, of.currency)],
          ['Tax', tellMoney(of.tax, of.currency)],
          ['Total', tellMoney(of.total, of.currency)],
          ['Owed', tellMoney(of.amountDue, of.currency)],
        ]}
      />
      <Table
        name="Lines"
        rows={of.lineItems}
        columns={lineColumns}
        keyOf={(_row, at) => String(at)}
        empty="No lines."
      />
    </div>
  );
}
