import type { TestApp } from './app';
import { createFeature, feature, publishPlan, report, type Json } from './catalog';
import { expectOk } from './client';
import { invoiced, InvoiceStory, linesOf } from './invoice-story';
import { flatFee, monthly, overageOf } from './priced-plans';

const ofYear = { billingPeriod: 'ANNUALLY' };

/** A fee by the month and ten of them by the year, in dollars; and the least that each comes to. */
export const flooredAt = (fee: number, minimum: number, ...more: Json[]): Json => ({
  pricingType: 'PAID',
  pricingModels: [
    { billingModel: 'FLAT_FEE', pricePeriods: [monthly(fee), monthly(fee * 10, ofYear)] },
    ...more,
  ],
  minimumSpend: [
    { billingPeriod: 'MONTHLY', minimum: { amount: minimum, currency: 'usd' } },
    { ...ofYear, minimum: { amount: minimum * 10, currency: 'usd' } },
  ],
});

export const byUse = (price: number): Json =>
  overageOf('requests', price, { pricePeriods: [monthly(price), monthly(price, ofYear)] });

const sold: Record<string, Json> = {
  plain: flooredAt(10, 100),
  used: flooredAt(10, 100, byUse(0.1)),
  low: flooredAt(20, 80),
  high: flooredAt(61, 100, { ...flatFee(15), billingCadence: 'ONE_OFF' }),
  highest: flooredAt(90, 120),
  'used-more': flooredAt(40, 120, byUse(0.2)),
};

/** An `InvoiceStory` with plans that come to a least, in periods that begin on 10 April with 30 days. */
export class FlooredStory extends InvoiceStory {
  static override async begin(app: TestApp): Promise<FlooredStory> {
    const { place } = await InvoiceStory.begin(app);
    const story = new FlooredStory(app, place);
    await createFeature(story.api, 'requests', 'metered');
    for (const [id, charges] of Object.entries(sold))
      await publishPlan(story.api, {
        ...{ id, productId: 'main', pricingType: null },
        entitlements: [feature('requests', { hasUnlimitedUsage: true })],
        patch: { charges },
      });
    return story;
  }

  /** By the month, unless it says otherwise. */
  runs = async (planId: string, more: Json = {}): Promise<string> =>
    (await this.begun(planId, invoiced({ billingPeriod: 'MONTHLY', ...more }))).id;

  use = (value: number) => expectOk(report(this.api, 'ada', 'requests', value));

  /** With the grace of usage. */
  toEnd = (day: string) => this.at(`${day}T02:00:00.000Z`);

  goesOn = () =>
    expectOk(this.api.rest('PATCH', '/products/main', { usageResetCutoffRule: { behavior: 'NEVER_RESET' } }));

  async publishAnew(planId: string, charges: Json): Promise<void> {
    await expectOk(this.api.rest('POST', `/plans/${planId}/draft`));
    await expectOk(this.api.rest('PATCH', `/plans/${planId}`, { charges }));
    const migrationType = 'NEW_CUSTOMERS';
    await expectOk(this.api.rest('POST', `/plans/${planId}/publish`, { migrationType }));
  }

  migrated = (id: string, subscriptionMigrationTime: string) =>
    expectOk(this.api.rest('POST', `/subscriptions/${id}/migrate`, { subscriptionMigrationTime }));

  /** As the last release leaves its rows. */
  forgetMinimum = () =>
    this.app.dataSource.query(
      `update subscription set billing = billing - 'minimumFrom' where environment_id = $1`,
      [this.place.environmentId],
    );

  /** Of all invoices of a day: its lines, which are in the order of their amounts. */
  async onDay(day: string): Promise<number[]> {
    const of = (await this.invoices()).filter(({ issueDate }) => issueDate.startsWith(day));
    const amounts = of.flatMap((invoice) => linesOf(invoice).map(([, amount]) => amount));
    return amounts.sort((a, b) => a - b);
  }

  /** All lines up to a minimum, the oldest first. */
  async floors(): Promise<[description: string, amount: number][]> {
    const lines = (await this.invoices()).flatMap(linesOf);
    return lines.filter(([description]) => description.startsWith('Up to the minimum spend'));
  }
}
