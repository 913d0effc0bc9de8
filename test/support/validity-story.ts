import type { TestApp } from './app';
import { createFeature, createProduct, feature, publishPlan, type Json } from './catalog';
import { expectOk, type ApiClient } from './client';
import { setClock } from './environment-clock';
import { doors, Governance, storyTypes } from './governance';
import { everyField } from './graphql-selection';
import { flatFee } from './priced-plans';
import { stageOf, Story } from './subscription-lives';

export { doors };
type Door = (typeof doors)[number];

const credits = (amount: number): Json => ({ type: 'CREDIT', id: 'tokens', amount, cadence: 'MONTH' });

/** Plans `wide` with 100 requests a year and exports, and `narrow` with 10 requests; `giving` gives credits, of another product. */
async function sellWidths(api: ApiClient): Promise<void> {
  await createFeature(api, 'requests', 'metered');
  await createFeature(api, 'exports', 'switch');
  await createProduct(api, 'gifts');
  await expectOk(api.rest('POST', '/credits/custom-currencies', { id: 'tokens', displayName: 'Tokens' }));
  const requests = (usageLimit: number): Json => feature('requests', { usageLimit, resetPeriod: 'YEAR' });
  const paid = (price: number): Json => ({
    ...{ productId: 'main', pricingType: null },
    patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(price)] } },
  });
  await publishPlan(api, { id: 'wide', entitlements: [requests(100), feature('exports')], ...paid(100) });
  await publishPlan(api, { id: 'narrow', entitlements: [requests(10)], ...paid(10) });
  await publishPlan(api, { id: 'rich', entitlements: [requests(50), credits(40)], ...paid(200) });
  await publishPlan(api, { id: 'giving', productId: 'gifts', entitlements: [credits(17)] });
}

/** A `Story` of what changes by time alone. */
export class ValidityStory extends Story {
  static override async begin(app: TestApp): Promise<ValidityStory> {
    const story = new ValidityStory(app, await stageOf(app));
    await sellWidths(story.api);
    const entities = new Governance(app, story.api, 'REST', 'ada');
    await expectOk(entities.putTypes(...storyTypes));
    await expectOk(entities.putEntities({ id: 'agent', entityTypeId: 'agent' }));
    return story;
  }

  /** And nobody waits for what falls due. */
  at = (instant: string | Date) => expectOk(setClock(this.place, instant));

  through = (door: Door): Answers => new Answers(this.app, this.api, door);
}

/** What may `ada` do, through one of the doors? */
export class Answers {
  constructor(
    private readonly app: TestApp,
    private readonly api: ApiClient,
    private readonly door: Door,
    private readonly customerId = 'ada',
  ) {}

  of(customerId: string): Answers {
    return new Answers(this.app, this.api, this.door, customerId);
  }

  check = (query: Json): Promise<Json> =>
    this.ask(`entitlements/check?${textOf(query)}`, 'checkCustomerEntitlement', 'CustomerEntitlement', query);

  list = (query: Json = {}): Promise<Json & { entitlements: Json[] }> =>
    this.ask(`entitlements?${textOf(query)}`, 'customerEntitlements', 'CustomerEntitlements', query);

  explain = (query: Json): Promise<Json & { entitlement: Json }> =>
    this.ask(`entitlements/explain?${textOf(query)}`, 'explainEntitlement', 'EntitlementExplanation', query);

  /** Within budgets of entities. */
  within = (query: Json): Promise<Json> =>
    expectOk<Json>(new Governance(this.app, this.api, this.door, this.customerId).check(query));

  /** As of an instant; undefined where nothing is known of it. */
  askedAt = async (featureId: string, at: string): Promise<Json | undefined> => {
    const path = `/customers/${this.customerId}/entitlements/check?${textOf({ featureId, at })}`;
    const { body, status } = await this.api.rest('GET', path);
    return status === 200 ? (body as { data: Json }).data : undefined;
  };

  /** What is granted of a feature, and until when. */
  told = async (featureId: string): Promise<unknown[]> => {
    const { isGranted, usageLimit = null, validUntil = null } = await this.check({ featureId });
    return [isGranted, usageLimit, validUntil];
  };

  /** The same of all that the list tells, by name. */
  listed = async (): Promise<Record<string, unknown>> =>
    Object.fromEntries(
      (await this.list()).entitlements.map((each) => [nameOf(each), each['validUntil'] ?? null]),
    );

  private ask<T extends Json>(path: string, field: string, type: string, query: Json): Promise<T> {
    if (this.door === 'REST')
      return expectOk<T>(this.api.rest('GET', `/customers/${this.customerId}/${path}`));
    const args = Object.entries({ customerId: this.customerId, ...query }).map(
      ([name, value]) => `${name}: ${JSON.stringify(value)}`,
    );
    const document = `{ ${field}(${args.join(', ')}) ${everyField(this.app, type)} }`;
    return expectOk<T>(this.api.graphql(document));
  }
}

const textOf = (query: Json): string => new URLSearchParams(query as Record<string, string>).toString();

const nameOf = ({ feature: of, currency }: Json): string =>
  ((of as Json | null | undefined)?.['id'] ?? (currency as Json)['currencyId']) as string;
