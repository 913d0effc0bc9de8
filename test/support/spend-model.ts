/** Usage of a model: how much of what, and when. Of people, who. */
export interface ModelUsage {
  featureId: string;
  value: number;
  at: Date;
  user?: string;
}

export interface ModelBudget {
  limit: number;
  hasSoftLimit: boolean;
}

/** In cents: for each feature of the plan `metered`, of the sum of what was used of it. */
const prices: Record<string, (used: number) => number> = {
  calls: (used) => used * 10,
  tokens: (used) => used,
  people: (used) => used * 100,
  seats: (used) => used * 200,
  packs: (used) => Math.ceil(used / 10) * 100,
  storage: (used) => Math.max(0, used - 100) * 50,
};

export const pricedIds = Object.keys(prices);

/**
 * What is spent, from the recorded usage alone: it knows nothing of counters, and prices in its own words. Its periods are months from
 * `begin`, on a day that each month has.
 */
export class SpendModel {
  budget: ModelBudget | null = null;
  private readonly usages: ModelUsage[] = [];
  private readonly toldPeriods = new Set<number>();

  constructor(private readonly begin: Date) {}

  /** Told at once, in whichever order. */
  use(usages: readonly ModelUsage[], now: Date): void {
    this.usages.push(...usages);
    if (usages.length > 0 && this.isReached(now)) this.toldPeriods.add(this.periodOf(now));
  }

  denies(featureId: string, now: Date): boolean {
    return featureId in prices && this.budget?.hasSoftLimit === false && this.isReached(now);
  }

  /** How often it is told that the budget was reached. */
  get told(): number {
    return this.toldPeriods.size;
  }

  /** Of all time. */
  totalOf(featureId: string): number {
    return sum(this.usages.filter((each) => each.featureId === featureId));
  }

  private isReached(now: Date): boolean {
    return this.budget !== null && this.spentCents(now) >= Math.round(this.budget.limit * 100);
  }

  private spentCents(now: Date): number {
    const period = this.periodOf(now);
    return pricedIds.reduce((spent, featureId) => {
      const all = this.usages.filter((each) => each.featureId === featureId && each.at <= now);
      const own = featureId === 'seats' ? all : all.filter(({ at }) => this.periodOf(at) === period);
      const used = featureId === 'people' ? new Set(own.map(({ user }) => user)).size : sum(own);
      return spent + Math.max(0, (prices[featureId] as (used: number) => number)(used));
    }, 0);
  }

  private periodOf(at: Date): number {
    const months =
      (at.getUTCFullYear() - this.begin.getUTCFullYear()) * 12 + at.getUTCMonth() - this.begin.getUTCMonth();
    const boundary = new Date(this.begin);
    boundary.setUTCMonth(boundary.getUTCMonth() + months);
    return boundary <= at ? months : months - 1;
  }
}

const sum = (usages: readonly ModelUsage[]): number => usages.reduce((total, { value }) => total + value, 0);
