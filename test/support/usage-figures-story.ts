import { addDays } from '#libs/kernel/period';
import { FigureBooksService } from '../../src/modules/exchange/figures/figure-books.service';
import type { TestApp } from './app';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  report,
  subscribe,
  type Json,
} from './catalog';
import { expectOk, type ApiClient } from './client';
import type { TestEnvironment } from './environments';
import { callOf, meterOf } from './metered-features';

export interface UsageFigures {
  featureId: string;
  startDate: string;
  endDate: string;
  since: string | null;
  days: { day: string; usage: number | null }[];
}

export interface AskedUsage {
  featureId: string;
  days?: number;
  endDate?: string;
}

const document = `query($featureId: String!, $days: Int, $endDate: DateTime) {
  usageFigures(featureId: $featureId, days: $days, endDate: $endDate) { featureId startDate endDate since days { day usage } } }`;
export const overRest = (api: ApiClient, asked: AskedUsage) =>
  api.rest('GET', `/figures/usage?${new URLSearchParams(JSON.parse(JSON.stringify(asked)))}`);
export const overGraphql = (api: ApiClient, asked: AskedUsage) => api.graphql(document, { ...asked });

/** The same through both doors. */
export async function toldUsage(api: ApiClient, asked: AskedUsage): Promise<UsageFigures> {
  const figures = await expectOk<UsageFigures>(overRest(api, asked));
  expect(await expectOk<UsageFigures>(overGraphql(api, asked))).toEqual(figures);
  return figures;
}

const month = { resetPeriod: 'MONTH', monthlyResetPeriodConfiguration: { accordingTo: 'StartOfTheMonth' } };

const tokensOfLarge = {
  aggregation: { function: 'SUM', field: 'tokens' },
  filters: [{ conditions: [{ field: 'model', operation: 'EQUALS', value: 'large' }] }],
};

/** Customers `acorn`, `birch` and `cedar` who have features of every kind that is counted since the month before. */
export class UsageFiguresStory {
  readonly api: ApiClient;

  private constructor(
    private readonly app: TestApp,
    readonly place: TestEnvironment,
  ) {
    this.api = place.api;
  }

  static at(app: TestApp, place: TestEnvironment): UsageFiguresStory {
    app.clock.travelTo('2026-03-14T15:30:00.000Z');
    return new UsageFiguresStory(app, place);
  }

  static async begin(app: TestApp): Promise<UsageFiguresStory> {
    app.clock.travelTo('2026-02-20T10:00:00.000Z');
    const place = await app.newEnvironment();
    const { api } = place;
    await createProduct(api, 'product');
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'packs', 'metered', { unitTransformation: { divide: 10, round: 'UP' } });
    await createFeature(api, 'seats', 'gauge');
    await createFeature(api, 'hits', 'metered', { meter: meterOf('COUNT') });
    await createFeature(api, 'tokens', 'metered', { meter: tokensOfLarge });
    await createFeature(api, 'users', 'metered', { meter: meterOf('UNIQUE', 'user') });
    await createFeature(api, 'stored', 'gauge', { meter: meterOf('SUM', 'bytes') });
    for (const name of ['MAX', 'MIN', 'AVG'])
      await createFeature(api, name, 'metered', { meter: meterOf(name, 'tokens') });
    await createFeature(api, 'later', 'metered');
    await createFeature(api, 'sso', 'switch');
    await createFeature(api, 'size', 'config');
    const entitlements = [
      ...['calls', 'packs', 'hits', 'tokens', 'users'].map((id) =>
        feature(id, { usageLimit: 1000, ...month }),
      ),
      ...['seats', 'stored'].map((id) => feature(id, { usageLimit: 1000 })),
    ];
    await publishPlan(api, { id: 'plan', productId: 'product', entitlements });
    for (const id of ['acorn', 'birch', 'cedar']) {
      await createCustomer(api, id);
      await subscribe(api, id, 'plan');
    }
    return new UsageFiguresStory(app, place);
  }

  /** So many days from now. */
  after = (days: number): string => addDays(this.app.clock.now(), days).toISOString();

  fold = () => this.app.nest.get(FigureBooksService).foldUsage();

  asked = (featureId: string, from: number, to: number): AskedUsage => ({
    ...{ featureId, days: to - from + 1, endDate: this.after(to) },
  });

  /** From three days ago until today, the same whether folded or not. */
  used = async (featureId: string, from = -3, to = 0): Promise<(number | null)[]> => {
    const figures = await toldUsage(this.api, this.asked(featureId, from, to));
    await this.fold();
    expect(await toldUsage(this.api, this.asked(featureId, from, to))).toEqual(figures);
    return figures.days.map(({ usage }) => usage);
  };

  reported = (customerId: string, featureId: string, value: number, more: Json = {}) =>
    expectOk(report(this.api, customerId, featureId, value, more));

  call = (customerId: string, days: number, dimensions: Json, more: Json = {}): Json =>
    callOf(customerId, { timestamp: this.after(days), dimensions, ...more });
}
