import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { timeColumn } from '~/parts/columns';
import { held, List } from '~/parts/list';
import { Facts, Section } from '~/parts/page';
import { usePage } from '~/parts/paging';
import { plain, type Column } from '~/parts/table';
import { Time } from '~/parts/time';
import { useCustomer } from './customer';

type Link = Wire['CustomerIntegration'];
type Resource = Wire['CustomerResource'];

/** Who the customer is, how it pays, and what it is called elsewhere. */
export function Details() {
  const of = useCustomer();
  const path = { id: of.id };
  const address = of.billingAddress;
  const method = of.defaultPaymentMethod;
  return (
    <>
      <div className="grid">
        <div className="card">
          <Facts
            of={[
              ['E-mail', of.email],
              ['Billing currency', of.billingCurrency?.toUpperCase()],
              ['Coupon', of.couponId],
              ['Language', of.language],
              ['Time zone', of.timezone],
              [
                'Address',
                address &&
                  [
                    address.line1,
                    address.line2,
                    address.postalCode,
                    address.city,
                    address.state,
                    address.country,
                  ]
                    .filter(Boolean)
                    .join(', '),
              ],
              ['Tax ids', of.taxIds.map(({ type, value }) => `${type} ${value}`).join(', ')],
              [
                'Metadata',
                Object.entries(of.metadata)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join(', '),
              ],
              ['Made', <Time of={of.createdAt} />],
              ['Changed', <Time of={of.updatedAt} />],
            ]}
          />
        </div>
        <Section
          title="How it pays"
          actions={
            <>
              <Action
                {...{
                  operation: 'attachCustomerPaymentMethod',
                  path,
                  kind: 'small',
                  label: 'Attach',
                  title: 'Attach a payment method',
                }}
              />
              {method && (
                <Action
                  {...{
                    operation: 'detachCustomerPaymentMethod',
                    path,
                    kind: 'small',
                    label: 'Detach',
                    title: 'Detach the payment method',
                    isDanger: true,
                  }}
                />
              )}
            </>
          }
        >
          <div className="card">
            {method ? (
              <Facts
                of={[
                  ['Card', method.cardLast4Digits && `…${method.cardLast4Digits}`],
                  ['Expires', method.cardExpiryMonth && `${method.cardExpiryMonth}/${method.cardExpiryYear}`],
                ]}
              />
            ) : (
              <p className="soft">No payment method.</p>
            )}
          </div>
        </Section>
      </div>
      <Links customerId={of.id} />
      <Resources customerId={of.id} />
    </>
  );
}

const linkColumns = (id: string): Column<Link>[] => [
  plain('Integration', (row) => row.id),
  plain('Vendor', ({ vendorIdentifier }) => vendorIdentifier),
  plain('Called there', ({ syncedEntityId }) => syncedEntityId),
  {
    head: 'Do',
    cell: (row) => {
      const path = { id, integrationId: row.id };
      return (
        <span className="row">
          <Action
            {...{
              operation: 'updateCustomerIntegration',
              path,
              kind: 'small',
              label: 'Change',
              title: `Change the link to ${row.id}`,
            }}
            given={row}
          />
          <Action
            {...{
              operation: 'unlinkCustomerIntegration',
              path,
              kind: 'small',
              label: 'Unlink',
              title: `Unlink ${row.id}`,
              isDanger: true,
            }}
          />
        </span>
      );
    },
  },
];

function Links({ customerId }: { customerId: string }) {
  const params = { path: { id: customerId }, query: usePage('link-') };
  const links = api.useQuery('get', '/api/v1/customers/{id}/integrations', { params }, held);
  return (
    <Section
      title="Elsewhere"
      actions={
        <Action
          {...{
            operation: 'linkCustomerIntegration',
            path: { id: customerId },
            label: 'Link',
            title: 'Link to an integration',
            submit: 'Link',
          }}
        />
      }
    >
      <List
        of={links}
        name={`Links of ${customerId}`}
        prefix="link-"
        columns={linkColumns(customerId)}
        keyOf={({ id }) => id}
        empty="It is linked to nothing."
      />
    </Section>
  );
}

function Resources({ customerId }: { customerId: string }) {
  const params = { path: { id: customerId }, query: usePage('resource-') };
  const resources = api.useQuery('get', '/api/v1/customers/{id}/resources', { params }, held);
  return (
    <Section title="Resources">
      <List
        of={resources}
        name={`Resources of ${customerId}`}
        prefix="resource-"
        keyOf={({ id }) => id}
        columns={[
          plain<Resource>('Id', ({ id }) => id),
          timeColumn<Resource>('Made', ({ createdAt }) => createdAt),
        ]}
        empty="None: subscriptions and usage name them."
      />
    </Section>
  );
}
