import { canonicalJson } from '#libs/kernel/canonical-json';
import type { MinimumSpendRequest, PricingModelRequest } from '#modules/catalog/charges';
import { lean, normalCredits } from './lean';

type Period = PricingModelRequest['pricePeriods'][number];
type Tier = NonNullable<Period['tiers']>[number];
type TiersMode = PricingModelRequest['tiersMode'];

/** What is charged, apart from when and how much. Overage of credits names them by `currencyId`. */
export interface PriceModel extends Omit<PricingModelRequest, 'pricePeriods' | 'tiersMode'> {
  currencyId?: string;
}

/** A model with its prices, as the doors take it. */
export interface PricedModel extends PriceModel {
  tiersMode?: TiersMode;
  pricePeriods: Period[];
}

/** One price, told by itself: the same however it was grouped with others. */
export interface PriceRow {
  model: PriceModel;
  /** Of a price with tiers. */
  tiersMode: TiersMode;
  period: Period;
}

const usualReset = { accordingTo: 'SubscriptionStart' } as const;
const usualModel = {
  billingCadence: 'RECURRING',
  yearlyResetPeriodConfiguration: usualReset,
  monthlyResetPeriodConfiguration: usualReset,
  weeklyResetPeriodConfiguration: usualReset,
} as const;

export const rowsOf = ({ pricePeriods, tiersMode, ...model }: PricedModel): PriceRow[] =>
  pricePeriods.map((period) => ({ model, tiersMode: period.tiers ? tiersMode : undefined, period }));

/** Rows that differ in nothing but their period are prices of one model. Money and credits are never of one (catalog R12). */
export function grouped(rows: readonly PriceRow[]): PricedModel[] {
  const groups: { key: string; model: PriceModel; tiersMode: TiersMode; pricePeriods: Period[] }[] = [];
  for (const row of rows) {
    const model = normalModel(row.model);
    const key = canonicalJson([model, row.period.creditRate !== undefined]);
    const { tiersMode } = row;
    const fits = (mode: TiersMode): boolean => !mode || !tiersMode || mode === tiersMode;
    const group = groups.find((each) => each.key === key && fits(each.tiersMode));
    if (!group) groups.push({ key, model, tiersMode, pricePeriods: [normalPeriod(row.period)] });
    else {
      group.tiersMode ??= tiersMode;
      group.pricePeriods.push(normalPeriod(row.period));
    }
  }
  return groups.map(({ model, tiersMode, pricePeriods }) => ({
    ...model,
    ...(tiersMode && { tiersMode }),
    pricePeriods,
  }));
}

function normalModel(model: PriceModel): PriceModel {
  const { billingModel, featureId, currencyId, topUpCustomCurrencyId, billingCadence } = model;
  const { minUnitQuantity, maxUnitQuantity, resetPeriod } = model;
  const subject = { billingModel, featureId, currencyId, topUpCustomCurrencyId, billingCadence };
  return lean<PriceModel>(
    {
      ...{ ...subject, minUnitQuantity, maxUnitQuantity, resetPeriod },
      yearlyResetPeriodConfiguration: plainly(model.yearlyResetPeriodConfiguration),
      monthlyResetPeriodConfiguration: plainly(model.monthlyResetPeriodConfiguration),
      weeklyResetPeriodConfiguration: plainly(model.weeklyResetPeriodConfiguration),
    },
    usualModel,
  );
}

// Without the class that a request was read into.
const plainly = <A>(configuration: { accordingTo: A } | null | undefined) =>
  configuration && { accordingTo: configuration.accordingTo };

function normalPeriod(given: Period): Period {
  const { billingPeriod, billingCountryCode, tiers, blockSize, creditRate, creditGrantCadence } = given;
  const rate = creditRate && {
    amount: normalCredits(creditRate.amount),
    currencyId: creditRate.currencyId,
    costFormula: creditRate.costFormula,
  };
  return lean<Period>({
    ...{ billingPeriod, billingCountryCode },
    price: normalMoney(given.price),
    tiers: tiers?.map(normalTier),
    ...{ blockSize, creditRate: rate && lean(rate), creditGrantCadence },
  });
}

const normalTier = ({ upTo, unitPrice, flatPrice }: Tier): Tier =>
  lean<Tier>({ upTo, unitPrice: normalMoney(unitPrice), flatPrice: normalMoney(flatPrice) });

/** Told with its currency, so that nobody has to know which one is meant. */
export const normalMoney = <M extends MinimumSpendRequest['minimum'] | undefined>(given: M): M =>
  given && ({ amount: given.amount, currency: given.currency ?? 'usd' } as M);
