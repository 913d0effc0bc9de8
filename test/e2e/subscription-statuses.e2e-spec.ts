import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, createProduct, publishPlan, subscribe, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { flatFee } from '../support/priced-plans';

// Domain: customers-subscriptions

const statuses = ['NOT_STARTED', 'IN_TRIAL', 'ACTIVE', 'CANCELED', 'EXPIRED'] as const;
type Status = (typeof statuses)[number];

const ended = 'SubscriptionAlreadyCanceledOrExpired';
const onlyAtOnce = 'TrialMustBeCancelledImmediately';
const status = 'InvalidSubscriptionStatus';
const noPeriod = 'SubscriptionDoesNotHaveBillingPeriod';
const later = { cancellationTime: 'SPECIFIC_DATE', endDate: '2099-01-01T00:00:00.000Z' };
const atPeriodEnd = { subscriptionMigrationTime: 'END_OF_BILLING_PERIOD' };

/** An operation, what is sent, and what becomes of it in each status: null where it is done. */
const rows: [operation: string, body: Json, outcomes: Record<Status, ErrorCode | null>][] = [
  ['update', { metadata: { a: 'b' } }, outcomes(null, null, null)],
  ['cancel', { cancellationTime: 'IMMEDIATE' }, outcomes(null, null, null)],
  ['cancel', later, outcomes(status, onlyAtOnce, null)],
  ['cancel', { cancellationTime: 'END_OF_BILLING_PERIOD' }, outcomes(status, onlyAtOnce, null)],
  ['migrate', {}, outcomes(null, null, null)],
  ['migrate', atPeriodEnd, outcomes(noPeriod, noPeriod, null)],
  ['transfer', { destinationResourceId: 'elsewhere' }, outcomes(null, null, null)],
  ['delegate', { targetCustomerId: 'payer' }, outcomes(null, status, null)],
];

function outcomes(
  notStarted: ErrorCode | null,
  inTrial: ErrorCode | null,
  active: ErrorCode | null,
): Record<Status, ErrorCode | null> {
  return {
    ...{ NOT_STARTED: notStarted, IN_TRIAL: inTrial, ACTIVE: active },
    ...{ CANCELED: ended, EXPIRED: ended },
  };
}

const cells = rows.flatMap(([operation, body, byStatus]) =>
  statuses.flatMap((each) =>
    ['REST', 'GraphQL'].map((door) => ({ operation, body, each, door, code: byStatus[each] })),
  ),
);

describe('what is allowed in which status', () => {
  let app: TestApp;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    const { api } = app.a;
    await createProduct(api, 'sites', { multipleSubscriptions: true });
    await publishPlan(api, {
      ...{ id: 'site', productId: 'sites', pricingType: null },
      patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(49)] } },
    });
    await createCustomer(api, 'payer');
  });
  afterAll(() => app.close());

  /** Of a customer of its own, on an older version of its plan. */
  async function inStatus(each: Status): Promise<string> {
    const { api } = app.a;
    const customerId = `customer-${++made}`;
    await createCustomer(api, customerId);
    const day = (days: number): string =>
      new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
    const trial = { isTrial: true, trialEndDate: day(1), trialEndBehavior: 'CANCEL_SUBSCRIPTION' };
    const asked: Record<Status, Json> = {
      NOT_STARTED: { startDate: day(30) },
      IN_TRIAL: { trialOverrideConfiguration: { ...trial, trialEndDate: day(30) } },
      ...{ ACTIVE: {}, CANCELED: {}, EXPIRED: { trialOverrideConfiguration: trial } },
    };
    const { id } = await subscribe(api, customerId, 'site', { resourceId: 'here', ...asked[each] });
    if (each === 'CANCELED')
      await expectOk(api.rest('POST', `/subscriptions/${id}/cancel`, { cancellationTime: 'IMMEDIATE' }));
    if (each === 'EXPIRED') app.clock.advance({ days: 1 });
    await expectOk(api.rest('POST', '/plans/site/draft'));
    await expectOk(api.rest('POST', '/plans/site/publish', { migrationType: 'NEW_CUSTOMERS' }));
    expect(await expectOk<Json>(api.rest('GET', `/subscriptions/${id}`))).toMatchObject({ status: each });
    return id;
  }

  it.each(cells)('S7: $operation $body in $each, through $door: $code', async (cell) => {
    const { operation, body, each, door, code } = cell;
    const { api } = app.a;
    const id = await inStatus(each);
    const path = `/subscriptions/${id}${operation === 'update' ? '' : `/${operation}`}`;
    const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}SubscriptionInput`;
    const mutation = `mutation ($id: String!, $input: ${type}!) {
      ${operation}Subscription(id: $id, input: $input) { id } }`;
    const ask =
      door === 'REST'
        ? api.rest(operation === 'update' ? 'PATCH' : 'POST', path, body)
        : api.graphql(mutation, { id, input: body });
    if (code !== null) expect(await ask).toRefuse(code);
    else expect(await expectOk<Json>(ask)).toMatchObject({ id });
  });
});
