import type { TestApp } from './app';
import { feature, publishAddon, publishPlan, type Json } from './catalog';
import { expectOk, expectPage, type ApiClient, type RestAnswer } from './client';
import { flatFee, monthly } from './priced-plans';
import { on, stageOf, Story } from './subscription-lives';

/** Where the first billing period of what begins with the story ends. */
export const boundary = on('2026-05-10');

export const units = (quantity: number): Json[] => [{ type: 'FEATURE', id: 'seats', quantity }];

/** As a change that waits is told. */
export const waiting = (type: string, at = boundary, targetPackage: unknown = null): Json => ({
  ...{ subscriptionScheduleType: type, scheduleStatus: 'SCHEDULED' },
  ...{ scheduledExecutionTime: at, targetPackage },
});

/** Plans `team` at 49 and `small` at 19 with seats at 10, team by the year too, and an addon `extra` for both. */
async function sellTeams(api: ApiClient): Promise<void> {
  await publishAddon(api, {
    ...{ id: 'extra', productId: 'main', pricingType: null },
    entitlements: [feature('calls', { usageLimit: 7, resetPeriod: 'MONTH', behavior: 'Increment' })],
    patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(5)] } },
  });
  await expectOk(api.rest('POST', '/features', { id: 'seats', displayName: 'Seats', featureType: 'NUMBER' }));
  const byYear = (amount: number): Json[] => [
    monthly(amount),
    monthly(amount * 10, { billingPeriod: 'ANNUALLY' }),
  ];
  const seats = { billingModel: 'PER_UNIT', featureId: 'seats' };
  const prices = {
    team: [
      { billingModel: 'FLAT_FEE', pricePeriods: byYear(49) },
      { ...seats, pricePeriods: byYear(10) },
    ],
    small: [flatFee(19), { ...seats, pricePeriods: [monthly(10)] }],
  };
  for (const [id, pricingModels] of Object.entries(prices))
    await publishPlan(api, {
      ...{ id, productId: 'main', pricingType: null },
      entitlements: [feature('calls', { usageLimit: id === 'team' ? 49 : 19, resetPeriod: 'MONTH' })],
      patch: { compatibleAddonIds: ['extra'], charges: { pricingType: 'PAID', pricingModels } },
    });
}

/** A `Story` with plans that sell seats. */
export class TeamStory extends Story {
  static override async begin(app: TestApp): Promise<TeamStory> {
    const story = new TeamStory(app, await stageOf(app));
    await sellTeams(story.api);
    return story;
  }

  /** Five seats, by the month. */
  team = (more: Json = {}) => this.begun('team', { billingPeriod: 'MONTHLY', charges: units(5), ...more });
  patch = (id: string, body: Json): Promise<RestAnswer> =>
    this.api.rest('PATCH', `/subscriptions/${id}`, body);
  patched = (id: string, body: Json) => expectOk<Json>(this.patch(id, body));

  /** Told nowhere yet: what is owed for them will be. */
  async unitsOf(id: string): Promise<number> {
    const [row] = await this.app.dataSource.query<{ units: string }[]>(
      `select purchase -> 'quantities' -> 0 ->> 'quantity' as units from subscription where id = $1`,
      [id],
    );
    return Number(row?.units);
  }

  /** The newest on this plan. */
  async idOf(planId: string): Promise<string> {
    const path = `/subscriptions?customerId=ada&planId=${planId}`;
    const [found] = (await expectPage<Json>(this.api.rest('GET', path))).data;
    return String(found?.['id']);
  }

  /** Types and statuses of what waits and did. */
  async statuses(id: string): Promise<unknown[][]> {
    const updates = (await this.get(id))['futureUpdates'] as Json[];
    return updates.map((each) => [each['subscriptionScheduleType'], each['scheduleStatus']]);
  }
}
