import type { Charge } from '#libs/business/pricing/charge';
import { quantityUnlessChosen, requireQuantity, sellsCredits } from '#libs/business/pricing/quantity';
import { Decimal } from '#libs/kernel/decimal';
import { badInput } from '#libs/kernel/errors/domain-error';

/** Units or credits, as a request names them. */
export interface ChargeRequest {
  type: 'FEATURE' | 'CREDIT';
  id: string;
  quantity: number;
}

/** A feature and a custom currency may share an id. */
export type ChargeName = Pick<ChargeRequest, 'type' | 'id'>;

export const isSameCharge = (one: ChargeName, other: ChargeName): boolean =>
  one.type === other.type && one.id === other.id;

/** Units of a charge, named by the feature that it sells. */
export interface ChosenQuantity {
  featureId: string;
  quantity: number;
}

/** Credits of a charge, named by their currency. */
export interface ChosenCredits {
  currencyId: string;
  quantity: number;
}

/** What a buyer has chosen of what has a price per unit. Domain: customers-subscriptions V8; catalog R13 */
export interface Chosen {
  quantities: ChosenQuantity[];
  /** Absent where no credits are sold. */
  credits?: ChosenCredits[];
}

/** As a request would name it. */
export const chargesOf = ({ quantities, credits = [] }: Chosen): ChargeRequest[] => [
  ...quantities.map(({ featureId: id, quantity }) => ({ type: 'FEATURE' as const, id, quantity })),
  ...credits.map(({ currencyId: id, quantity }) => ({ type: 'CREDIT' as const, id, quantity })),
];

/** With units that were said of the one price per unit that there is; a charge that is named goes before. Domain: customers-subscriptions V8 */
export function withUnits(
  charges: readonly ChargeRequest[] | undefined,
  quantity: number | undefined,
  chosen: Chosen | null,
): readonly ChargeRequest[] | undefined {
  const [single] = chosen?.quantities ?? [];
  if (quantity === undefined || !single) return charges;
  const units = { type: 'FEATURE', id: single.featureId, quantity } as const;
  return charges?.some((each) => isSameCharge(each, units)) ? charges : [...(charges ?? []), units];
}

/** Is less of a charge chosen than before? Domain: customers-subscriptions D2 */
export const isFewer = (asked: ChargeRequest, before: readonly ChargeRequest[]): boolean =>
  asked.quantity < (before.find((each) => isSameCharge(each, asked))?.quantity ?? 0);

/** What a request names, and where. */
interface Named extends ChargeName {
  quantity: number;
  field: string;
}

/**
 * What is not named stays as it was before. Domain: customers-subscriptions V8; catalog R13
 * @throws BadUserInput for what is not sold so, or named twice; InvalidQuantity
 */
export function chosenOf(
  planId: string,
  rows: readonly Charge[],
  asked: { unitQuantity?: number; charges?: readonly ChargeRequest[] },
  before: Chosen | undefined,
): Chosen {
  const sold = rows.filter((row) => nameOf(row) !== null);
  const named = [...namedAlone(planId, sold, asked.unitQuantity), ...namedIn(planId, sold, asked.charges)];
  const known = before ? chargesOf(before) : [];
  const chosen = namesOf(sold).map((name): ChargeRequest => {
    const isIt = (each: ChargeName): boolean => isSameCharge(each, name);
    const { quantity, field = 'charges' } = named.findLast(isIt) ?? { quantity: known.find(isIt)?.quantity };
    // The plan and an addon may sell the same.
    const priced = sold.filter((row) => isIt(nameOf(row) as ChargeName));
    const exact =
      quantity === undefined ? Decimal.max(...priced.map(quantityUnlessChosen)) : new Decimal(quantity);
    for (const row of priced) requireQuantity(exact, row, field);
    return { ...name, quantity: exact.toNumber() };
  });
  const ofType = (type: ChargeName['type']) => chosen.filter((each) => each.type === type);
  const quantities = ofType('FEATURE').map(({ id: featureId, quantity }) => ({ featureId, quantity }));
  const credits = ofType('CREDIT').map(({ id: currencyId, quantity }) => ({ currencyId, quantity }));
  return { quantities, ...(credits.length > 0 && { credits }) };
}

/** Each once, in the order of the rows. */
function namesOf(sold: readonly Charge[]): ChargeName[] {
  const names = sold.flatMap((row) => nameOf(row) ?? []);
  return names.filter((name, index) => names.findIndex((each) => isSameCharge(each, name)) === index);
}

/** By what a request names the row, where its quantity is chosen; null of all else. */
function nameOf(row: Charge): ChargeName | null {
  const { billingModel, isOverage, featureId, customCurrencyId } = row;
  if (billingModel === 'PER_UNIT' && !isOverage && featureId !== null)
    return { type: 'FEATURE', id: featureId };
  return sellsCredits(row) && customCurrencyId !== null ? { type: 'CREDIT', id: customCurrencyId } : null;
}

/** Said of the one price per unit that there is. */
function namedAlone(planId: string, sold: readonly Charge[], quantity: number | undefined): Named[] {
  if (quantity === undefined) return [];
  const perUnit = sold.flatMap((row) => nameOf(row) ?? []).filter(({ type }) => type === 'FEATURE');
  const [single, another] = perUnit;
  if (single && !another) return [{ ...single, quantity, field: 'unitQuantity' }];
  throw badInput(`unitQuantity: plan ${planId} has ${perUnit.length} prices per unit; send charges instead`);
}

function namedIn(planId: string, sold: readonly Charge[], charges: readonly ChargeRequest[] = []): Named[] {
  return charges.map((each, index) => {
    const { type, id, quantity } = each;
    const field = `charges[${index}]`;
    if (!sold.some((row) => isSameCharge(nameOf(row) as ChargeName, each))) {
      const what = type === 'CREDIT' ? `sells no credits of ${id}` : `has no price per unit of ${id}`;
      throw badInput(`${field}.id: plan ${planId} ${what}`);
    }
    if (charges.findIndex((other) => isSameCharge(other, each)) < index)
      throw badInput(`${field}.id: ${id} stands twice`);
    return { type, id, quantity, field: `${field}.quantity` };
  });
}
