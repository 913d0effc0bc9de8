import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { Asked } from '~/parts/asked';
import { Badge } from '~/parts/badge';
import { stateColumn } from '~/parts/columns';
import { Empty, Facts, PageHead, Screen, Section } from '~/parts/page';
import { plain, Table, type Column } from '~/parts/table';

type LegalEntity = Wire['LegalEntity'];
type Account = Wire['PaymentAccount'];

/** Who issues invoices, and where they are paid to. */
export function LegalEntities() {
  const query = { status: ['ACTIVE' as const, 'ARCHIVED' as const] };
  const entities = api.useQuery('get', '/api/v1/contracts/legal-entities', { params: { query } });
  return (
    <Screen>
      <PageHead title="Legal entities" about="Who issues invoices, and where they are paid to.">
        <Action
          {...{
            operation: 'createLegalEntity',
            kind: 'primary',
            label: 'New legal entity',
            submit: 'Make it',
          }}
        />
      </PageHead>
      <Asked of={entities}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>No legal entity yet. Invoices need one: the first is the default.</Empty>
          ) : (
            <div className="stack">
              {data.map((each) => (
                <Told key={each.id} of={each} />
              ))}
            </div>
          )
        }
      </Asked>
    </Screen>
  );
}

function Told({ of }: { of: LegalEntity }) {
  const path = { id: of.id };
  return (
    <Section
      title={of.name}
      actions={
        <>
          <Action
            {...{
              operation: 'updateLegalEntity',
              path,
              kind: 'small',
              label: 'Change',
              title: `Change ${of.name}`,
            }}
            given={of}
          />
          <Action
            {...{
              operation: 'createPaymentAccount',
              path,
              kind: 'small',
              label: 'Add account',
              title: `An account of ${of.name}`,
              submit: 'Add it',
            }}
          />
          {of.status === 'ACTIVE' ? (
            <Action
              {...{
                operation: 'archiveLegalEntity',
                path,
                kind: 'small',
                label: 'Archive',
                title: `Archive ${of.name}`,
                isDanger: true,
              }}
            />
          ) : (
            <Action
              {...{
                operation: 'unarchiveLegalEntity',
                path,
                kind: 'small',
                label: 'Take back',
                title: `Take back ${of.name}`,
              }}
            />
          )}
        </>
      }
    >
      <div className="card stack">
        <div className="row">
          <code>{of.id}</code> <Badge of={of.status} /> {of.isDefault && <Badge of="Default" tone="accent" />}
        </div>
        <Facts
          of={[
            ['Legal name', of.legalName],
            ['E-mail', of.email],
            ['Registration', of.registrationNumber],
            ['Numbers begin with', of.invoiceNumberPrefix],
          ]}
        />
        {of.paymentAccounts.length > 0 && (
          <Table
            name={`Accounts of ${of.name}`}
            rows={of.paymentAccounts}
            columns={accountColumns}
            keyOf={({ id }) => id}
          />
        )}
      </div>
    </Section>
  );
}

const accountColumns: Column<Account>[] = [
  plain('Name', ({ name }) => name),
  plain('Bank', ({ bankName }) => bankName),
  plain('IBAN or number', ({ iban, accountNumber }) => iban ?? accountNumber),
  plain('Currency', ({ currency }) => currency?.toUpperCase()),
  stateColumn(({ status }) => status),
  {
    head: 'Do',
    cell: (row) => {
      const path = { id: row.legalEntityId, accountId: row.id };
      return (
        <span className="row">
          <Action
            {...{
              operation: 'updatePaymentAccount',
              path,
              kind: 'small',
              label: 'Change',
              title: `Change ${row.name}`,
            }}
            given={row}
          />
          <Action
            {...{
              operation: row.status === 'ACTIVE' ? 'archivePaymentAccount' : 'unarchivePaymentAccount',
              path,
              kind: 'small',
            }}
            {...{
              label: row.status === 'ACTIVE' ? 'Archive' : 'Take back',
              title: row.name,
              isDanger: row.status === 'ACTIVE',
            }}
          />
        </span>
      );
    },
  },
];
