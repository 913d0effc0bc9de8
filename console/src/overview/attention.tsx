import { Link } from 'react-router';
import { api } from '~/api/client';
import { tellMoney, tellNumber } from '~/parts/amounts';
import { pathTo } from '~/parts/columns';
import { Time } from '~/parts/time';
import { Attention, few } from './attention-list';

/** Both parts ask once. */
const useAttention = () => api.useQuery('get', '/api/v1/attention', { params: { query: { limit: few } } });

/** Open invoices that nobody has paid although somebody was asked. */
export function FailingPayments() {
  return (
    <Attention
      title="Payments that fail"
      of={useAttention()}
      rows={({ data }) => data.payments?.items ?? []}
      hasMore={({ data }) => data.payments?.hasMore ?? false}
      none="None."
    >
      {({ customerId, invoiceId, invoiceNumber, amountDue, currency, failedAt, failureReason }) => (
        <>
          <Link
            to={`${pathTo('customers', customerId, 'invoices')}?state=OPEN`}
            title={failureReason ?? undefined}
          >
            {customerId}: {invoiceNumber ?? invoiceId}
          </Link>
          <span>
            {tellMoney(amountDue, currency)}, failed <Time of={failedAt} />
          </span>
        </>
      )}
    </Attention>
  );
}

export function WalletsInOverdraft() {
  return (
    <Attention
      title="Wallets in overdraft"
      of={useAttention()}
      rows={({ data }) => data.wallets?.items ?? []}
      hasMore={({ data }) => data.wallets?.hasMore ?? false}
      none="None."
    >
      {({ customerId, currencyId, resourceId, balance, since }) => (
        <>
          <Link
            to={`${pathTo('customers', customerId, 'wallets')}?currency=${encodeURIComponent(currencyId)}`}
          >
            {customerId}
            {resourceId !== null && `, ${resourceId}`}: {currencyId}
          </Link>
          <span>
            {tellNumber(balance)} since <Time of={since} />
          </span>
        </>
      )}
    </Attention>
  );
}
