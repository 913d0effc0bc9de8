import type { BillingModel } from '#libs/business/pricing/charge';
import { badInput } from '#libs/kernel/errors/domain-error';
import type { PricePeriodRequest, PricingModelRequest } from './charge-request';

type ModelField = 'featureId' | 'topUpCustomCurrencyId' | 'minUnitQuantity' | 'maxUnitQuantity' | 'tiersMode';
type PeriodField = 'price' | 'tiers' | 'blockSize' | 'creditGrantCadence' | 'creditRate';

interface FieldsOfPeriod {
  /** Exactly one of these says what is charged. */
  charges: readonly PeriodField[];
  takesInPeriod: readonly PeriodField[];
}

interface Fields extends FieldsOfPeriod {
  needs: readonly ModelField[];
  takes: readonly ModelField[];
}

const flat: Fields = { needs: [], takes: [], charges: ['price'], takesInPeriod: [] };
const rated: Fields = { needs: ['featureId'], takes: [], charges: ['creditRate'], takesInPeriod: [] };
const quantities = ['minUnitQuantity', 'maxUnitQuantity'] as const;

/** Which fields go with which model. Domain: catalog R3, R12 */
const byModel: Readonly<Record<BillingModel, Fields>> = {
  FLAT_FEE: flat,
  MINIMUM_SPEND: flat,
  PER_UNIT: {
    needs: ['featureId'],
    takes: [...quantities, 'tiersMode'],
    charges: ['price', 'tiers'],
    takesInPeriod: [],
  },
  USAGE_BASED: {
    needs: ['featureId'],
    takes: ['tiersMode'],
    charges: ['price', 'tiers'],
    takesInPeriod: ['blockSize'],
  },
  CREDIT_BASED: {
    // Nothing else on the wire names the credits that are sold.
    needs: ['topUpCustomCurrencyId'],
    takes: [...quantities, 'tiersMode'],
    charges: ['price', 'tiers'],
    takesInPeriod: ['blockSize', 'creditGrantCadence'],
  },
};

const ratedModels: readonly BillingModel[] = ['USAGE_BASED', 'CREDIT_BASED'];
const modelFields: readonly ModelField[] = [
  'featureId',
  'topUpCustomCurrencyId',
  'minUnitQuantity',
  'maxUnitQuantity',
  'tiersMode',
];
const periodFields: readonly PeriodField[] = [
  'price',
  'tiers',
  'blockSize',
  'creditGrantCadence',
  'creditRate',
];

/** Does the model turn usage into credits instead of money? Domain: catalog R12 */
export const isRated = ({ pricePeriods }: Pick<PricingModelRequest, 'pricePeriods'>): boolean =>
  pricePeriods.some(({ creditRate }) => creditRate !== undefined);

/** @throws BadUserInput naming the first field that is missing or does not go with the model */
export function requireFieldsOfModel(asked: PricingModelRequest, at: string): void {
  const { billingModel } = asked;
  const isRate = isRated(asked) && ratedModels.includes(billingModel);
  const fields = isRate ? rated : byModel[billingModel];
  const noun = isRate ? `${billingModel} charge with a creditRate` : `${billingModel} charge`;
  const missing = fields.needs.find((field) => asked[field] === undefined);
  if (missing) throw badInput(`${at}.${missing} is needed for a ${noun}`);
  const known: readonly string[] = [...fields.needs, ...fields.takes];
  refuseForeign(asked, modelFields, known, `${at}.`, noun);
  for (const [index, period] of asked.pricePeriods.entries()) {
    requireFieldsOfPeriod(period, fields, `${at}.pricePeriods[${index}]`, noun);
  }
}

/**
 * @param noun what the row is, such as `PER_UNIT charge`
 * @throws BadUserInput naming the first field that is missing or does not go with it
 */
export function requireFieldsOfPeriod(
  period: PricePeriodRequest,
  fields: FieldsOfPeriod,
  at: string,
  noun: string,
): void {
  refuseForeign(period, periodFields, [...fields.charges, ...fields.takesInPeriod], `${at}.`, noun);
  const stated = fields.charges.filter((field) => period[field] !== undefined);
  if (stated.length === 0) throw badInput(`${at} needs ${fields.charges.join(' or ')}`);
  if (stated.length > 1) throw badInput(`${at}: ${stated.join(' and ')} exclude each other; send one`);
  if (period.tiers && period.blockSize !== undefined) {
    throw badInput(`${at}: tiers and blockSize exclude each other; send one`);
  }
}

function refuseForeign(
  asked: object,
  fields: readonly string[],
  known: readonly string[],
  path: string,
  noun: string,
): void {
  const sent = asked as Record<string, unknown>;
  const foreign = fields.find((field) => sent[field] !== undefined && !known.includes(field));
  if (foreign) throw badInput(`${path}${foreign}: a ${noun} takes none; leave it out`);
}
