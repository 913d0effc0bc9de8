import { Link, useParams } from 'react-router';
import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { tellMoney } from '~/parts/amounts';
import { Asked } from '~/parts/asked';
import { Badge } from '~/parts/badge';
import { pathTo } from '~/parts/columns';
import { Facts, PageHead, Screen, Section } from '~/parts/page';
import { Plotted } from '~/parts/plotted';
import { plain, Table, type Column } from '~/parts/table';
import { Day, Time } from '~/parts/time';

type ContractOfWire = Wire['Contract'];
type Member = Wire['ContractSubscription'];
type Item = Wire['ContractItemTotals'];
type Invoice = Wire['ScheduledContractInvoice'];

export function Contract() {
  const { id = '' } = useParams();
  const contract = api.useQuery('get', '/api/v1/contracts/{id}', { params: { path: { id } } });
  return <Asked of={contract}>{({ data }) => <Told key={id} of={data} />}</Asked>;
}

function Told({ of }: { of: ContractOfWire }) {
  const path = { id: of.contractId };
  return (
    <Screen>
      <PageHead
        title={of.name ?? of.contractId}
        about={
          <>
            <code>{of.contractId}</code> of{' '}
            <Link to={pathTo('customers', of.customerExternalId ?? '')}>{of.customerExternalId}</Link>
          </>
        }
        badge={<Badge of={of.state} />}
      >
        <Action
          {...{ operation: 'updateContract', path, label: 'Change', title: 'Change the contract' }}
          given={of}
        />
        <Billing state={of.billingState} path={path} />
        <Action {...{ operation: 'archiveContract', path, label: 'Archive', isDanger: true }} />
      </PageHead>
      <div className="grid">
        <div className="card">
          <Facts
            of={[
              ['From', <Time of={of.activationStartDate} />],
              ['To', <Time of={of.activationEndDate} />],
              ['Purchase order', of.poNumber],
              ['Billing', of.billingState ? <Badge of={of.billingState} /> : 'Not set up'],
            ]}
          />
        </div>
        <Readiness id={of.contractId} />
      </div>
      <Members of={of} />
      {of.billingState && (
        <>
          <Lines id={of.contractId} isDraft={of.billingState === 'DRAFT'} />
          <Schedule id={of.contractId} />
        </>
      )}
    </Screen>
  );
}

/** Subscriptions of the contract: taken in, and let out. */
function Members({ of }: { of: ContractOfWire }) {
  const path = { id: of.contractId };
  return (
    <Section
      title="Subscriptions"
      actions={
        <Action
          {...{ operation: 'attachContractSubscriptions', path, label: 'Take in', isWide: true }}
          {...{ title: 'Take subscriptions in', hints: { subscriptionIds: 'subscription' } }}
        />
      }
    >
      <Table
        name="Subscriptions of the contract"
        rows={of.subscriptions}
        keyOf={({ subscriptionId }) => subscriptionId}
        columns={[
          plain<Member>('Subscription', ({ subscriptionId }) => subscriptionId),
          plain<Member>('Plan', ({ planDisplayName }) => planDisplayName),
          {
            head: 'Do',
            cell: ({ subscriptionId }) => (
              <Action
                {...{ operation: 'detachContractSubscription', path: { ...path, subscriptionId } }}
                {...{ kind: 'small', label: 'Let out', title: `Let ${subscriptionId} out`, isDanger: true }}
              />
            ),
          },
        ]}
        empty="No subscription yet."
      />
    </Section>
  );
}

function Billing({ state, path }: { state: string | null; path: { id: string } }) {
  if (state === 'DRAFT')
    return (
      <>
        <Action
          {...{ operation: 'updateContractBillingTerms', path, label: 'Terms', title: 'Terms of billing' }}
        />
        <Action
          {...{
            operation: 'updateContractBillingSettings',
            path,
            label: 'Issuer',
            title: 'Who issues the invoices',
          }}
        />
        <Action
          {...{
            operation: 'publishContractBilling',
            path,
            kind: 'primary',
            label: 'Publish billing',
            submit: 'Publish',
          }}
        >
          <p>Invoices are issued by its schedule from then on.</p>
        </Action>
      </>
    );
  if (state === 'ACTIVE')
    return (
      <>
        <Action
          {...{
            operation: 'amendContractBilling',
            path,
            isWide: true,
            label: 'Amend',
            title: 'Amend the billing',
          }}
        />
        <Action {...{ operation: 'cancelContractBilling', path, label: 'End billing', isDanger: true }} />
      </>
    );
  return state ? (
    <Action {...{ operation: 'reopenContractBilling', path, label: 'Reopen', title: 'Reopen the billing' }} />
  ) : null;
}

function Readiness({ id }: { id: string }) {
  const readiness = api.useQuery('get', '/api/v1/contracts/{id}/billing/readiness', {
    params: { path: { id } },
  });
  return (
    <Section title="Can it be billed?">
      <div className="card stack tight">
        <Asked of={readiness}>
          {({ data }) => (
            <>
              <p>
                <Badge of={data.isReady ? 'Ready' : 'Not ready'} tone={data.isReady ? 'good' : 'warn'} />{' '}
                {data.requirements.filter(({ isMet }) => isMet).length} of {data.requirements.length}{' '}
                requirements are met
              </p>
              <ul>
                {[
                  ...data.requirements.filter(({ isMet }) => !isMet).map(({ remedy }) => remedy),
                  ...data.warnings,
                ].map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            </>
          )}
        </Asked>
      </div>
    </Section>
  );
}

function Lines({ id, isDraft }: { id: string; isDraft: boolean }) {
  const summary = api.useQuery('get', '/api/v1/contracts/{id}/billing/summary', { params: { path: { id } } });
  return (
    <Section
      title="Lines"
      actions={
        isDraft && (
          <Action
            {...{
              operation: 'addContractLineItems',
              path: { id },
              isWide: true,
              label: 'Add lines',
              submit: 'Add',
            }}
          />
        )
      }
    >
      <Asked of={summary}>
        {({ data }) => (
          <>
            <Table
              name="Lines of the contract"
              rows={data.items}
              columns={itemColumns(id, isDraft, data.currency)}
              keyOf={(_row, at) => String(at)}
              empty="No line yet: what is billed."
            />
            <p>
              Total <strong>{tellMoney(data.total, data.currency)}</strong>, of it tax{' '}
              {tellMoney(data.totalTax, data.currency)}, discount{' '}
              {tellMoney(data.totalDiscount, data.currency)}
            </p>
          </>
        )}
      </Asked>
    </Section>
  );
}

function itemColumns(id: string, isDraft: boolean, currency: string | undefined): Column<Item>[] {
  const money = (head: string, of: (row: Item) => number) =>
    plain<Item>(head, (row) => tellMoney(of(row), currency), { isNumber: true });
  return [
    plain('What', ({ name }) => name),
    money('Subtotal', ({ subTotal }) => subTotal),
    money('Discount', ({ discount }) => discount),
    money('Tax', ({ tax }) => tax),
    money('Total', ({ total }) => total),
    ...(isDraft
      ? [{ head: 'Do', cell: ({ itemId }: Item) => <ItemActions id={id} itemRef={itemId} /> }]
      : []),
  ];
}

const ItemActions = ({ id, itemRef }: { id: string; itemRef: string }) => (
  <span className="row">
    <Action
      {...{
        operation: 'updateContractLineItem',
        path: { id, itemRef },
        kind: 'small',
        isWide: true,
        label: 'Change',
        title: 'Change the line',
      }}
    />
    <Action
      {...{
        operation: 'deleteContractLineItem',
        path: { id, itemRef },
        kind: 'small',
        label: 'Remove',
        title: 'Remove the line',
        isDanger: true,
      }}
    />
  </span>
);

function Schedule({ id }: { id: string }) {
  const schedule = api.useQuery('get', '/api/v1/contracts/{id}/billing/invoice-schedule', {
    params: { path: { id } },
  });
  return (
    <Section title="Schedule">
      <Asked of={schedule}>
        {({ data }) => (
          <>
            {data.invoices.length > 1 && (
              <Plotted
                name="Invoices to come"
                series={[
                  {
                    name: 'Total',
                    points: data.invoices.map((each) => ({ at: issued(each), value: Number(each.total) })),
                  },
                ]}
              />
            )}
            <Table
              name="Schedule"
              rows={data.invoices}
              columns={invoiceColumns}
              keyOf={(_row, at) => String(at)}
              empty="Nothing is scheduled."
            />
          </>
        )}
      </Asked>
    </Section>
  );
}

const issued = ({ issueDate, periodStart }: Invoice): string => issueDate ?? periodStart ?? '';

const invoiceColumns: Column<Invoice>[] = [
  { head: 'Issued', text: issued, cell: (row) => <Day of={issued(row)} /> },
  { head: 'Due', text: ({ dueDate }) => dueDate, cell: ({ dueDate }) => <Day of={dueDate} /> },
  plain('Lines', ({ lineItems }) => lineItems.length, { isNumber: true }),
  plain('Total', ({ total }) => String(total), { isNumber: true }),
];
