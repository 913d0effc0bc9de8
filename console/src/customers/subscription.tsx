import { Link, useParams } from 'react-router';
import { api, type Wire } from '~/api/client';
import { Action } from '~/forms/action';
import { tellMoney, tellName, tellNumber } from '~/parts/amounts';
import { Asked } from '~/parts/asked';
import { Badge } from '~/parts/badge';
import { pathTo } from '~/parts/columns';
import { Facts, PageHead, Screen, Section } from '~/parts/page';
import { plain, Table, type Column } from '~/parts/table';
import { Time } from '~/parts/time';
import { Subscribe } from './subscribe';

type SubscriptionOfWire = Wire['Subscription'];
type Price = Wire['SubscriptionPrice'];

const over = ['CANCELED', 'EXPIRED'];

export function Subscription() {
  const { id = '' } = useParams();
  const subscription = api.useQuery('get', '/api/v1/subscriptions/{id}', { params: { path: { id } } });
  return <Asked of={subscription}>{({ data }) => <Told key={id} of={data} />}</Asked>;
}

function Told({ of }: { of: SubscriptionOfWire }) {
  return (
    <Screen>
      <PageHead
        title={`Subscription ${of.id}`}
        about={
          <>
            <Link to={pathTo('customers', of.customerId)}>{of.customerId}</Link> has{' '}
            <Link to={pathTo('plans', of.planId)}>{of.planId}</Link>
          </>
        }
        badge={<Badge of={of.status} />}
      >
        {!over.includes(of.status) && <Changes of={of} />}
      </PageHead>
      <div className="grid">
        <div className="card">
          <Facts
            of={[
              ['Pricing', <Badge of={of.pricingType} />],
              [
                'Billing period',
                <span>
                  <Time of={of.currentBillingPeriodStart} /> to <Time of={of.currentBillingPeriodEnd} />
                </span>,
              ],
              ['Collected by', of.paymentCollectionMethod ? <Badge of={of.paymentCollectionMethod} /> : null],
              ['Payment', <Badge of={of.paymentCollection} />],
              ['Paid by', of.payingCustomerId],
              ['Resource', of.resourceId],
              ['Contract', of.contractId],
              ['Addons', (of.addons ?? []).map(({ id, quantity }) => `${id} × ${quantity}`).join(', ')],
              ['Why it ended', of.cancelReason ? tellName(of.cancelReason) : undefined],
            ]}
          />
        </div>
        <Section title="Timeline">
          <Timeline of={of} />
        </Section>
      </div>
      <Section title="Prices">
        <Table
          name="Prices"
          rows={of.prices ?? []}
          columns={priceColumns}
          keyOf={(_row, at) => String(at)}
          empty="It costs nothing."
        />
      </Section>
    </Screen>
  );
}

function Changes({ of }: { of: SubscriptionOfWire }) {
  const path = { id: of.id };
  const waits = (of.futureUpdates ?? []).some(({ scheduleStatus }) => scheduleStatus === 'SCHEDULED');
  const owes = (of.futureUpdates ?? []).some(({ scheduleStatus }) => scheduleStatus === 'PENDING_PAYMENT');
  return (
    <>
      <Subscribe
        customerId={of.customerId}
        label="Change plan"
        given={of.resourceId ? { resourceId: of.resourceId } : undefined}
      />
      <Action
        {...{ operation: 'updateSubscription', path, isWide: true }}
        label="Change"
        title="Change the subscription"
      />
      {waits && (
        <Action
          {...{ operation: 'cancelSubscriptionSchedule', path }}
          label="Drop what waits"
          title="Drop the changes that wait"
          isDanger
        />
      )}
      {owes && (
        <Action
          {...{ operation: 'cancelSubscriptionPendingPayment', path }}
          label="Drop what is unpaid"
          title="Drop the change that waits for its payment"
          isDanger
        />
      )}
      {of.paymentCollection === 'PROCESSING' && (
        <Action
          {...{ operation: 'markSubscriptionInvoicePaid', path }}
          label="Mark paid"
          title="Mark its invoice as paid"
        />
      )}
      {of.pricingType === 'PAID' && (
        <>
          <Action
            {...{ operation: 'chargeSubscriptionUsage', path }}
            label="Charge usage"
            title="Charge what was used"
          />
          <Action
            {...{ operation: 'syncSubscriptionUsage', path }}
            label="Sync usage"
            title="Tell what was used to the payment provider"
          />
        </>
      )}
      <Action
        {...{ operation: 'migrateSubscription', path }}
        label="To the newest version"
        title="Move to the newest version of its plan"
      />
      <Action
        {...{ operation: 'transferSubscription', path }}
        label="To a resource"
        title="Move to another resource"
      />
      <Action
        {...{ operation: 'delegateSubscription', path }}
        label="Delegate"
        title="Give to another customer"
      />
      <Action
        {...{ operation: 'cancelSubscription', path }}
        label="Cancel"
        title="Cancel the subscription"
        submit="Cancel it"
        isDanger
      />
    </>
  );
}

interface Instant {
  at: string;
  what: string;
  state?: string;
}

/** What was and what will be, one after the other. */
function instantsOf(of: SubscriptionOfWire): Instant[] {
  const told: (Instant | undefined)[] = [
    { at: of.createdAt, what: 'Made' },
    { at: of.startDate, what: 'Begins' },
    of.trialEndDate ? { at: of.trialEndDate, what: 'Trial ends' } : undefined,
    of.currentBillingPeriodEnd ? { at: of.currentBillingPeriodEnd, what: 'Billing period ends' } : undefined,
    of.cancellationDate ? { at: of.cancellationDate, what: 'Cancelled as of' } : undefined,
    of.effectiveEndDate ? { at: of.effectiveEndDate, what: 'Ends' } : undefined,
    ...(of.futureUpdates ?? []).map((each) => ({
      at: each.scheduledExecutionTime,
      what: `${tellName(each.subscriptionScheduleType)}${each.targetPackage ? ` to ${each.targetPackage.id}` : ''}`,
      state: each.scheduleStatus,
    })),
  ];
  return told.filter((each): each is Instant => each !== undefined).sort((a, b) => a.at.localeCompare(b.at));
}

const Timeline = ({ of }: { of: SubscriptionOfWire }) => (
  <ol className="card stack tight">
    {instantsOf(of).map(({ at, what, state }, place) => (
      <li key={place} className="row apart">
        <span>
          {what} {state && <Badge of={state} />}
        </span>
        <Time of={at} />
      </li>
    ))}
  </ol>
);

const priceColumns: Column<Price>[] = [
  plain('Of', ({ featureId, currencyId, topUpCustomCurrencyId, addonId, baseCharge }) =>
    baseCharge ? 'The plan' : (featureId ?? currencyId ?? topUpCustomCurrencyId ?? addonId),
  ),
  plain('Addon', ({ addonId }) => addonId),
  plain('Price', ({ amount, currency, creditRate }) =>
    creditRate ? `${tellNumber(creditRate.amount)} ${creditRate.currencyId}` : tellMoney(amount, currency),
  ),
  plain('Tiers', ({ tiers }) => (tiers && tiers.length > 0 ? tiers.length : null), { isNumber: true }),
];
