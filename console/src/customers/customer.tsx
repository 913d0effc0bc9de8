import { Outlet, useOutletContext, useParams } from 'react-router';
import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { Asked } from '~/parts/asked';
import { Badge } from '~/parts/badge';
import { pathTo } from '~/parts/columns';
import { PageHead, Screen } from '~/parts/page';
import { Tabs } from '~/parts/tabs';
import { Subscribe } from './subscribe';

type CustomerOfWire = Wire['Customer'];

/** The customer whose screen this is part of. */
export const useCustomer = (): CustomerOfWire => useOutletContext<CustomerOfWire>();

export function Customer() {
  const { id = '' } = useParams();
  const customer = api.useQuery('get', '/api/v1/customers/{id}', { params: { path: { id } } });
  return <Asked of={customer}>{({ data }) => <Told key={id} of={data} />}</Asked>;
}

function Told({ of }: { of: CustomerOfWire }) {
  const path = { id: of.id };
  const to = pathTo('customers', of.id);
  return (
    <Screen>
      <PageHead
        title={of.name ?? of.id}
        about={
          <>
            <code>{of.id}</code> {of.email}
          </>
        }
        badge={of.archivedAt ? <Badge of="ARCHIVED" /> : undefined}
      >
        <Action
          {...{ operation: 'updateCustomer', path }}
          label="Change"
          title="Change the customer"
          given={of}
        />
        {of.archivedAt ? (
          <Action
            {...{ operation: 'unarchiveCustomer', path }}
            label="Take back"
            title="Take back from the archive"
          />
        ) : (
          <>
            <Subscribe customerId={of.id} label="Subscribe" />
            <Action {...{ operation: 'archiveCustomer', path }} label="Archive" isDanger>
              <p>It may do nothing any more, and its subscriptions end.</p>
            </Action>
          </>
        )}
      </PageHead>
      <Tabs
        name="Parts of the customer"
        of={[
          [to, 'Access'],
          [`${to}/subscriptions`, 'Subscriptions'],
          [`${to}/promotions`, 'Promotions'],
          [`${to}/wallets`, 'Credits'],
          [`${to}/usage`, 'Usage'],
          [`${to}/invoices`, 'Invoices'],
          [`${to}/governance`, 'Budgets'],
          [`${to}/details`, 'Details'],
          [`${to}/activity`, 'Activity'],
        ]}
      />
      <Outlet context={of} />
    </Screen>
  );
}
