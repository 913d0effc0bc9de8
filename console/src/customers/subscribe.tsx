import type { Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { tellMoney, tellName } from '~/parts/amounts';
import { Facts } from '~/parts/page';
import { plain, Table } from '~/parts/table';
import { Day, Time } from '~/parts/time';

type Preview = Wire['SubscriptionPreview'];
type Invoice = Wire['PreviewInvoice'];
type Line = Wire['PreviewLine'];
type Provisioned = Wire['SubscriptionProvisionResult'];

/** A subscription, or the change of one to another plan: what it costs is seen before anything is done. */
export function Subscribe({
  customerId,
  label,
  given,
}: {
  customerId: string;
  label: string;
  given?: object;
}) {
  return (
    <Action
      {...{ operation: 'createSubscription', kind: 'primary', isWide: true }}
      {...{ label, title: `${label}: ${customerId}`, submit: 'Confirm' }}
      fixed={{ customerId }}
      given={given as Readonly<Record<string, unknown>> | undefined}
      preview={{ operation: 'previewSubscription', tell: (answer: Preview) => <Previewed of={answer} /> }}
      onDone={(answer) => outcome(answer as Provisioned)}
    />
  );
}

function Previewed({ of }: { of: Preview }) {
  return (
    <section className="stack" aria-label="Preview">
      <Facts
        of={[
          ['Kind', of.isPlanDowngrade ? 'A downgrade' : 'Takes effect as said'],
          [
            'Billing period',
            <span>
              <Day of={of.billingPeriodRange?.start} /> to <Day of={of.billingPeriodRange?.end} />
            </span>,
          ],
          ['Scheduled', of.hasScheduledUpdates ? 'Some of it waits for the end of the period' : 'No'],
        ]}
      />
      <Bill name="Now" of={of.immediateInvoice} />
      {of.recurringInvoice && <Bill name="Each period" of={of.recurringInvoice} />}
    </section>
  );
}

function Bill({ name, of }: { name: string; of: Invoice }) {
  const { lines = [], discount = 0, tax = 0 } = of;
  const columns = [
    plain<Line>('What', ({ description }) => description),
    plain<Line>('Quantity', ({ quantity }) => quantity, { isNumber: true }),
    plain<Line>('Amount', ({ subTotal, currency }) => tellMoney(subTotal, currency), { isNumber: true }),
  ];
  return (
    <div className="stack tight">
      <h3>
        {name}: {tellMoney(of.total, of.currency)}
      </h3>
      {lines.length > 0 && (
        <Table
          name={`${name}, line by line`}
          rows={lines}
          columns={columns}
          keyOf={(_row, at) => String(at)}
        />
      )}
      {discount !== 0 && <p className="soft">Discount {tellMoney(discount, of.currency)}</p>}
      {tax !== 0 && <p className="soft">Tax {tellMoney(tax, of.currency)}</p>}
    </div>
  );
}

/** Where somebody has to pay first, the page for it; otherwise nothing is left to say. */
function outcome({ status, checkoutUrl, isScheduled, subscription }: Provisioned) {
  if (status === 'PAYMENT_REQUIRED')
    return (
      <p>
        It begins once it is paid: <a href={checkoutUrl}>{checkoutUrl}</a>
      </p>
    );
  if (!isScheduled) return undefined;
  const [next] = subscription?.futureUpdates ?? [];
  return (
    <p>
      Scheduled: {next ? tellName(next.subscriptionScheduleType) : 'a change'} at{' '}
      <Time of={next?.scheduledExecutionTime} />.
    </p>
  );
}
