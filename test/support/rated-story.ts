import type { TestApp } from './app';
import { createProduct, feature, publishPlan, type Json } from './catalog';
import { expectOk } from './client';
import { CreditStory, ratedUsage } from './credit-story';
import { ledgerOf, ledgerRows, proofOf } from './credits';

const credit = 'credit { consumed currencyId currentUsage usageLimit timestamp usagePeriodEnd }';
const mutation = `mutation($input: ReportUsageInput!) { reportUsage(input: $input) { id currentUsage ${credit} } }`;

/** A `CreditStory` in which `ada` has plan `ai` with 2,500 tokens: a chat takes 2 of them, an image 0.5 for each of its words. */
export class RatedStory extends CreditStory {
  static override async begin(app: TestApp): Promise<RatedStory> {
    const { place } = await CreditStory.begin(app);
    const story = new RatedStory(app, place);
    await story.ai();
    return story;
  }

  private usage = (value: number, more: Json): Json => ({
    ...{ customerId: 'ada', featureId: 'chats', value },
    ...more,
  });

  askAll = (usages: Json[], headers: Record<string, string> = {}) =>
    this.api.rest('POST', '/usage', { usages: usages.map((each) => this.usage(1, each)) }, headers);

  askReport = (value: number, more: Json = {}, headers: Record<string, string> = {}) =>
    this.askAll([{ value, ...more }], headers);

  reportByGraphql = (value: number, more: Json = {}) =>
    this.api.graphql(mutation, { input: { usages: [this.usage(value, more)] } });

  /** As it is answered. */
  async report(value: number, more: Json = {}): Promise<Json> {
    const [told] = await expectOk<Json[]>(this.askReport(value, more));
    return told as Json;
  }

  /** What it took, what is used of the wallet then, and its grants. */
  async credit(value: number, more: Json = {}): Promise<unknown[]> {
    const { consumed, currentUsage, usageLimit } = (await this.report(value, more))['credit'] as Json;
    return [consumed, currentUsage, usageLimit];
  }

  /** Over REST: granted, the reason where it is not, usage. */
  async mayUse(more = '', featureId = 'chats'): Promise<unknown[]> {
    const path = `/customers/ada/entitlements/check?featureId=${featureId}${more}`;
    const told = await expectOk<Json>(this.api.rest('GET', path));
    return [told['isGranted'], told['accessDeniedReason'], told['currentUsage']];
  }

  async balance(): Promise<number> {
    const path = '/customers/ada/entitlements/check?currencyId=tokens';
    const { usageLimit, currentUsage } = await expectOk<Json>(this.api.rest('GET', path));
    return Number(usageLimit) - Number(currentUsage);
  }

  /** All but this many. */
  async leave(tokens: number): Promise<void> {
    const amount = (await this.balance()) - tokens;
    const body = { customerId: 'ada', currencyId: 'tokens', amount, idempotencyKey: `leave-${tokens}` };
    await expectOk(this.api.rest('POST', '/credits/consumption', body));
  }

  /** Has a subscription of its own on the resource `site`, whose chats take 5. */
  async subscribeSite(): Promise<void> {
    await createProduct(this.api, 'sites', { multipleSubscriptions: true });
    await publishPlan(this.api, {
      ...{ id: 'apart', productId: 'sites', pricingType: null },
      entitlements: [feature('chats', { hasUnlimitedUsage: true })],
      patch: { charges: { pricingType: 'PAID', pricingModels: [ratedUsage('chats', { amount: 5 })] } },
    });
    await this.begun('apart', { billingPeriod: 'MONTHLY', resourceId: 'site' });
  }

  /** Of which resource each measurement counts, and which one it keeps besides. */
  async countedOf(measurements: readonly string[]): Promise<(string | null)[][]> {
    const text = `
      select c.id as counts, n.id as named
        from unnest($1::uuid[]) with ordinality as a(uid, place)
        join usage_measurement m on m.environment_id = $2 and m.uid = a.uid
        left join customer_resource c on c.environment_id = $2 and c.uid::text = m.resource_key
        left join customer_resource n on n.environment_id = $2 and n.uid = m.named_resource_uid
       order by a.place`;
    const rows = await this.app.dataSource.query<{ counts: string | null; named: string | null }[]>(text, [
      measurements,
      this.place.environmentId,
    ]);
    return rows.map(({ counts, named }) => [counts, named]);
  }

  rows = () => ledgerRows(this.api, 'ada');
  ledger = () => ledgerOf(this.api, 'ada');
  proof = () => proofOf(this.api, 'ada');
}
