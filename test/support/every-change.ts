import { newUid } from '#libs/kernel/ids';
import type { TestApp } from './app';
import { feature, type Json } from './catalog';
import type { ApiClient, Method } from './client';
import { restOperations, type RestOperation } from './every-operation';
import { sendInvoice } from './invoices';
import { createBuyers, createIssuer } from './issuers';
import { flatFee, monthly, overageOf } from './priced-plans';
import type { TestEnvironment } from './environments';
import { changeExports, changeWebhooks } from './exchange-changes';
import { changeGovernance } from './governance-changes';
import { endOf } from './publishing';
import { patternOf, urlOf } from './route-patterns';

/** An operation that was carried out, under the request that carried it out. */
export interface Made {
  operation: string;
  requestId: string;
}

const free = { pricingType: 'FREE' };
const forNew = { migrationType: 'NEW_CUSTOMERS' };

/** Carries out one operation after the other that changes something, each once or more, and remembers by which request. */
export class EveryChange {
  readonly made: Made[] = [];
  readonly refused: string[] = [];

  private constructor(
    private readonly app: TestApp,
    private readonly place: TestEnvironment,
    private readonly operations: readonly [pattern: RegExp, operation: RestOperation][],
  ) {}

  /** @param place a sandbox: its clock may be moved, and its payments are tried */
  static async in(app: TestApp, place: TestEnvironment): Promise<EveryChange> {
    const operations = await restOperations(app);
    const patterns = operations.map((each): [RegExp, RestOperation] => [patternOf(each.path), each]);
    // `/contracts/legal-entities` is no contract: what has fewer parameters is meant.
    const parameters = ({ path }: RestOperation): number => path.split('{').length;
    patterns.sort(([, a], [, b]) => parameters(a) - parameters(b));
    return new EveryChange(app, place, patterns);
  }

  /** Names of all that the reference lists and that may change something. */
  get all(): string[] {
    const writes = this.operations.filter(
      ([, { method, needs }]) => method !== 'GET' && needs.endsWith(':write'),
    );
    return [...new Set(writes.map(([, { operation }]) => operation))].sort();
  }

  private get api(): ApiClient {
    return this.place.api;
  }

  /** @returns what it answers */
  private async make<T = Json>(method: Method, path: string, body?: unknown): Promise<T> {
    const requestId = newUid();
    const answer = await this.api.shaped(method, urlOf(path), body, { 'x-request-id': requestId });
    const found = this.operations.find(
      ([pattern, each]) => each.method === method && pattern.test(urlOf(path).split('?')[0] as string),
    );
    const operation = found?.[1].operation ?? `${method} ${path}`;
    if (answer.status < 300) this.made.push({ operation, requestId });
    else this.refused.push(`${operation}: ${answer.status} ${answer.text}`);
    return ((answer.body as { data?: T } | undefined)?.data ?? {}) as T;
  }

  async everything(): Promise<void> {
    await this.features();
    await this.products();
    await this.packages();
    await this.discounts();
    await this.customers();
    await changeGovernance((method, path, body) => this.make(method, `/api/v1-beta${path}`, body));
    await this.legalEntities();
    await this.subscriptions();
    await this.credits();
    await this.contracts();
    await this.invoices();
    await this.settings();
    await changeWebhooks(this.bound.make);
    await changeExports(this.bound.make);
    await this.imports();
    await this.ends();
  }

  private async features(): Promise<void> {
    const { make } = this.bound;
    const counted = { featureType: 'NUMBER', meterType: 'INCREMENTAL' };
    for (const [id, more] of Object.entries({
      sso: { featureType: 'BOOLEAN' },
      sms: { featureType: 'BOOLEAN' },
      seats: { featureType: 'NUMBER' },
      calls: counted,
      gone: { featureType: 'BOOLEAN' },
      fed: { ...counted, meter: { aggregation: { function: 'COUNT' }, filters: [] } },
    }))
      await make('POST', '/features', { id, displayName: id, ...more });
    await make('PATCH', '/features/sso', { displayName: 'Single sign-on' });
    await make('POST', '/features/gone/archive');
    await make('POST', '/features/gone/unarchive');
    await make('DELETE', '/features/gone');
    await make('POST', '/features/fed/meter/rebuild');
    await make('POST', '/feature-groups', { id: 'group', displayName: 'Group', featureIds: ['sso'] });
    await make('PATCH', '/feature-groups/group', { displayName: 'A group' });
    await make('POST', '/feature-groups/group/archive');
    await make('POST', '/feature-groups/group/unarchive');
    await make('POST', '/feature-groups', { id: 'gone', displayName: 'Gone', featureIds: ['sms'] });
    await make('DELETE', '/feature-groups/gone');
    await make('POST', '/credits/custom-currencies', { id: 'tokens', displayName: 'Tokens' });
    await make('PATCH', '/credits/custom-currencies/tokens', { symbol: 'T' });
    await make('POST', '/credits/custom-currencies/tokens/archive');
    await make('POST', '/credits/custom-currencies/tokens/unarchive');
  }

  private async products(): Promise<void> {
    const { make } = this.bound;
    await make('POST', '/products', { id: 'main', displayName: 'Main' });
    await make('POST', '/products', { id: 'sites', displayName: 'Sites', multipleSubscriptions: true });
    await make('POST', '/products', { id: 'other', displayName: 'Other' });
    await make('PATCH', '/products/main', { description: 'What is sold' });
    await make('POST', '/products/other/auto-cancellation-rules', { targetProductId: 'sites' });
    await make('DELETE', '/products/other/auto-cancellation-rules/sites');
    await make('POST', '/products/other/duplicate', { targetId: 'copy' });
    await make('POST', '/products/copy/archive');
    await make('POST', '/products/copy/unarchive');
  }

  private async packages(): Promise<void> {
    const { make } = this.bound;
    for (const [path, id] of [
      ['addons', 'extra'],
      ['plans', 'basic'],
    ] as const) {
      const own = `/${path}/${id}`;
      await make('POST', `/${path}`, { id, displayName: id, productId: 'main', ...free });
      await make('PATCH', own, { displayName: 'Named' });
      await make('POST', `${own}/entitlements`, { entitlements: [feature('sso'), feature('sms')] });
      await make('PATCH', `${own}/entitlements/sms`, { type: 'FEATURE', hiddenFromWidgets: ['PAYWALL'] });
      const order = ['sms', 'sso'].map((each) => ({ type: 'FEATURE', id: each }));
      await make('PUT', `${own}/entitlements/order`, { entitlements: order });
      await make('DELETE', `${own}/entitlements/sms`);
      await make('PUT', `${own}/feature-groups/group`, {});
      await make('DELETE', `${own}/feature-groups/group`);
      await make('POST', `${own}/publish`, forNew);
      await make('POST', `${own}/draft`);
      await make('DELETE', `${own}/draft`);
    }
    await make('POST', '/addons', { id: 'gone', displayName: 'Gone', productId: 'main', ...free });
    await make('POST', '/addons/gone/entitlements', { entitlements: [feature('sso')] });
    await make('POST', '/addons/gone/publish', forNew);
    await make('POST', '/addons/gone/archive');
    await make('POST', '/addons/gone/unarchive');
    await make('POST', '/package-groups', { id: 'pair', displayName: 'Pair', addonIds: ['extra'] });
    await make('PATCH', '/package-groups/pair', { displayName: 'A pair' });
    await make('POST', '/package-groups/pair/archive');
    await make('POST', '/package-groups/pair/unarchive');
    await make('POST', '/package-groups', { id: 'gone', displayName: 'Gone', addonIds: ['extra'] });
    await make('DELETE', '/package-groups/gone');
    await make('POST', '/plans', { id: 'team', displayName: 'Team', productId: 'main' });
    await make('PATCH', '/plans/team', {
      compatibleAddonIds: ['extra'],
      charges: {
        pricingType: 'PAID',
        pricingModels: [
          flatFee(49),
          { billingModel: 'PER_UNIT', featureId: 'seats', pricePeriods: [monthly(10)] },
          overageOf('calls', 1),
        ],
      },
    });
    const entitlements = [feature('calls', { usageLimit: 5, resetPeriod: 'MONTH', hasSoftLimit: true })];
    await make('POST', '/plans/team/entitlements', { entitlements });
    await make('PUT', '/plans/team/package-groups/pair', { minItems: 0 });
    await make('DELETE', '/plans/team/package-groups/pair');
    await make('POST', '/plans/team/publish', forNew);
    for (const id of ['site', 'last']) {
      const productId = id === 'site' ? 'sites' : 'other';
      await make('POST', '/plans', { id, displayName: id, productId, ...free });
      await make('POST', `/plans/${id}/entitlements`, { entitlements: [feature('sso')] });
      await make('POST', `/plans/${id}/publish`, forNew);
    }
    await make('POST', '/plans/last/archive');
    await make('POST', '/plans/last/unarchive');
  }

  private async discounts(): Promise<void> {
    const { make } = this.bound;
    await make('POST', '/coupons', { id: 'tenth', name: 'A tenth', percentOff: 10 });
    await make('PATCH', '/coupons/tenth', { name: 'Ten percent' });
    await make('POST', '/coupons', { id: 'gone', name: 'Gone', percentOff: 10 });
    await make('POST', '/coupons/gone/archive');
    await make('POST', '/promotion-codes', { id: 'SPRING', couponId: 'tenth' });
    await make('PATCH', '/promotion-codes/SPRING', { maxRedemptions: 3 });
    await make('POST', '/promotion-codes/SPRING/archive');
  }

  private async customers(): Promise<void> {
    const { make } = this.bound;
    const own = { id: 'pay', vendorIdentifier: 'STRIPE', credentials: { sandbox: true } };
    await make('POST', '/integrations', own);
    await make('PATCH', '/integrations/pay', { displayName: 'Payments' });
    for (const id of ['ada', 'bob', 'payer', 'gone'])
      await make('POST', '/customers', { id, email: `${id}@buyers.example` });
    await make('PATCH', '/customers/ada', { name: 'Ada', billingCurrency: 'usd' });
    await make('POST', '/customers/gone/archive');
    await make('POST', '/customers/gone/unarchive');
    await make('POST', '/integrations', { id: 'crm', vendorIdentifier: 'HUBSPOT' });
    const link = { id: 'crm', vendorIdentifier: 'HUBSPOT', syncedEntityId: 'h1' };
    await make('POST', '/customers/ada/integrations', link);
    await make('PATCH', '/customers/ada/integrations/crm', { syncedEntityId: 'h2' });
    await make('DELETE', '/customers/ada/integrations/crm');
    const method = { integrationId: 'pay', vendorIdentifier: 'STRIPE', paymentMethodId: 'pm_sandbox_pays' };
    await make('POST', '/customers/ada/payment-method', method);
    await make('POST', '/customers/bob/payment-method', method);
    await make('DELETE', '/customers/bob/payment-method');
    const promotional = { featureId: 'sms', period: '1 month' };
    await make('POST', '/customers/ada/promotional-entitlements', { promotionalEntitlements: [promotional] });
    await make('DELETE', '/customers/ada/promotional-entitlements/sms');
  }

  private async subscriptions(): Promise<void> {
    const { make } = this.bound;
    const team = {
      ...{ id: 'team-1', customerId: 'ada', planId: 'team', billingPeriod: 'MONTHLY' },
      ...{ charges: [{ type: 'FEATURE', id: 'seats', quantity: 2 }], paymentCollectionMethod: 'INVOICE' },
    };
    await make('POST', '/subscriptions', team);
    await make('PATCH', '/subscriptions/team-1', {
      charges: [{ type: 'FEATURE', id: 'seats', quantity: 3 }],
    });
    const usages = [{ customerId: 'ada', featureId: 'calls', value: 9 }];
    await make('POST', '/usage', { usages });
    await make('POST', '/events', {
      events: [{ customerId: 'ada', eventName: 'call', idempotencyKey: 'e1' }],
    });
    await make('POST', '/subscriptions/team-1/usage/charge', {});
    await make('POST', '/subscriptions/team-1/usage/sync');
    await make('POST', '/subscriptions/team-1/delegate', { targetCustomerId: 'payer' });
    const later = { ...team, planId: 'basic', id: 'basic-1', scheduleStrategy: 'END_OF_BILLING_PERIOD' };
    await make('POST', '/subscriptions', {
      ...later,
      charges: undefined,
      billingPeriod: undefined,
      paymentCollectionMethod: undefined,
    });
    await make('DELETE', '/subscriptions/team-1/future-update/schedule');
    await make('POST', '/plans/team/draft');
    await make('PATCH', '/plans/team', { displayName: 'Teams' });
    await make('POST', '/plans/team/publish', forNew);
    await make('POST', '/subscriptions/team-1/migrate', {});
    const site = { id: 'site-1', customerId: 'bob', planId: 'site', resourceId: 'one' };
    await make('POST', '/subscriptions', site);
    await make('POST', '/subscriptions', { ...site, id: 'site-2', resourceId: 'two' });
    await make('POST', '/subscriptions/site-2/cancel', {});
    await make('POST', '/subscriptions/site-1/transfer', { destinationResourceId: 'two' });
  }

  private async credits(): Promise<void> {
    const { make } = this.bound;
    const wallet = { customerId: 'ada', currencyId: 'tokens' };
    const grant = { ...wallet, displayName: 'Given', grantType: 'PROMOTIONAL', amount: 100 };
    const { id } = await make('POST', '/credits/grants', grant);
    await make('PATCH', `/credits/grants/${String(id)}`, { comment: 'noted' });
    await make('POST', '/credits/consumption', { ...wallet, amount: 1, idempotencyKey: 'c1' });
    await make('POST', '/credits/consumption/async', {
      consumptions: [{ ...wallet, amount: 1, idempotencyKey: 'c2' }],
    });
    await make('POST', `/credits/grants/${String(id)}/void`);
  }

  private async legalEntities(): Promise<void> {
    const { make } = this.bound;
    const path = '/contracts/legal-entities';
    await make('POST', path, { id: 'inc', name: 'Inc' });
    await make('PATCH', `${path}/inc`, { name: 'Incorporated' });
    await make('POST', `${path}/inc/payment-accounts`, { id: 'inc-bank', name: 'Bank' });
    await make('PATCH', `${path}/inc/payment-accounts/inc-bank`, { name: 'The bank' });
    await make('POST', `${path}/inc/payment-accounts`, { id: 'gone', name: 'Gone' });
    await make('POST', `${path}/inc/payment-accounts/gone/archive`);
    await make('POST', `${path}/inc/payment-accounts/gone/unarchive`);
    await make('POST', path, { id: 'gone', name: 'Gone' });
    await make('POST', `${path}/gone/archive`);
    await make('POST', `${path}/gone/unarchive`);
  }

  private async contracts(): Promise<void> {
    const { make } = this.bound;
    await make('POST', '/contracts', { contractId: 'deal', customerId: 'payer' });
    await make('PATCH', '/contracts/deal', { name: 'The deal' });
    const team = { id: 'team-2', customerId: 'payer', planId: 'team', billingPeriod: 'MONTHLY' };
    const charges = [{ type: 'FEATURE', id: 'seats', quantity: 2 }];
    await make('POST', '/subscriptions', { ...team, charges, paymentCollectionMethod: 'NONE' });
    await make('POST', '/contracts/deal/subscriptions', { subscriptionIds: ['team-2'] });
    await make('DELETE', '/contracts/deal/subscriptions/team-2');
    const billing = '/contracts/deal/billing';
    const twice = [
      { quantity: 1, price: 5, from: 0, to: 10 },
      { price: 4, from: 10, to: null },
    ];
    const line = (externalId: string): Json => ({
      ...{ name: externalId, externalId, billingCycleUnit: 'monthly', rows: [{ quantity: 1, price: 10 }] },
    });
    const days = {
      activationStartDate: '2026-06-01T00:00:00.000Z',
      activationEndDate: '2028-05-31T00:00:00.000Z',
    };
    await make('POST', `${billing}/items`, {
      currency: 'usd',
      lineItems: ['kept', 'rows', 'gone'].map(line),
      ...days,
    });
    await make('PATCH', `${billing}/items/kept`, { rows: [{ quantity: 2, price: 10 }] });
    await make('PATCH', `${billing}/items/rows`, {
      rows: [...twice.map(({ price }) => ({ quantity: 1, price }))],
    });
    await make('DELETE', `${billing}/items/rows/rows/1`);
    await make('DELETE', `${billing}/items/gone`);
    await make('PATCH', `${billing}/terms`, { netTerms: 30 });
    await make('PATCH', `${billing}/settings`, { legalEntityId: 'inc', paymentAccountId: 'inc-bank' });
    await make('POST', `${billing}/publish`);
    await make('POST', `${billing}/edit-active`, { addLineItems: [line('more')] });
    await make('POST', `${billing}/reopen`);
    await make('POST', `${billing}/publish`);
    await make('POST', `${billing}/cancel`);
    await make('POST', '/contracts/deal/archive');
  }

  /** Of contracts of their own, as the service schedules them. */
  private async invoices(): Promise<void> {
    const { make, app, place } = this.bound;
    await createBuyers(this.api, 'acorn');
    await createIssuer(this.api, 'acme');
    const method = { integrationId: 'pay', vendorIdentifier: 'STRIPE', paymentMethodId: 'pm_sandbox_pays' };
    const sent = async (): Promise<string> => String((await sendInvoice(app, {}, place))['invoiceId']);
    const [paid, charged, credited] = [await sent(), await sent(), await sent()];
    const path = '/customers/acorn/invoices';
    await make('POST', `${path}/${paid}/paid`);
    await make('POST', '/customers/acorn/payment-method', method);
    await make('POST', `${path}/${charged}/charge`);
    await make('POST', `${path}/${credited}/credit-note`, {});
  }

  private async settings(): Promise<void> {
    const { make, place } = this.bound;
    await make('PATCH', '/environment-settings', { endsSoonDays: 5 });
    const secret = await make('POST', '/customer-token-secrets', {});
    await make('POST', '/customer-token-secrets', {});
    await make('POST', `/customer-token-secrets/${String(secret['id'])}/end`);
    const key = await make('POST', '/api-keys', { displayName: 'Reads', scopes: ['plans:read'] });
    const ownKey = `/api-keys/${String(key['id'])}`;
    await make('PATCH', ownKey, { displayName: 'Reads plans' });
    await make('POST', `${ownKey}/rotate`, { graceHours: 1 });
    await make('POST', `${ownKey}/grace`, { graceHours: 0 });
    await make('POST', `${ownKey}/revoke`);
    const now = new Date(this.app.clock.now().getTime() + 86_400_000).toISOString();
    await make('PUT', `/environments/${place.environmentId}/clock`, { now });
  }

  private async imports(): Promise<void> {
    const { make } = this.bound;
    await make('POST', '/customers/import', {
      customers: [{ id: 'imported', name: 'Imported', email: null }],
    });
    const subscriptions = [{ id: 'imported-1', customerId: 'imported', planId: 'last' }];
    // One goes to its end, one is canceled, before it begins or after.
    const { taskId: whole } = await make('POST', '/subscriptions/import', { subscriptions });
    if (whole) await endOf(this.api, String(whole));
    const { taskId } = await make('POST', '/subscriptions/import', { subscriptions });
    if (taskId) await make('POST', `/tasks/${String(taskId)}/cancel`);
    const document = {
      formatVersion: 1,
      features: [{ id: 'as-code', displayName: 'As code', featureType: 'BOOLEAN' }],
    };
    const plan = await this.api.rest('POST', '/catalog/plan', { document });
    const { hash } = (plan.body as { data: { hash: string } }).data ?? {};
    await make('POST', '/catalog/apply', { document, hash });
  }

  private async ends(): Promise<void> {
    const { make } = this.bound;
    await make('POST', '/subscriptions/team-1/cancel', {});
    await make('DELETE', '/integrations/crm');
  }

  private get bound() {
    const make = this.make.bind(this);
    return { make, app: this.app, place: this.place };
  }
}
