import type { ChangeTerms } from '#libs/business/pricing/change-bill';
import type { ChargeUse } from '#libs/business/pricing/charge-line';
import type { Bill } from './bill';
import type { ProrationBehavior } from './billing';
import type { Subscription } from './subscription';

/** What is paid for goes on to be served, on the new terms; the new price comes with the next period. Domain: customers-subscriptions R3 */
export const servesWhatIsPaid = (
  was: Pick<Subscription, 'billing' | 'billedUntil'> | null,
  proration: ProrationBehavior,
  at: Date,
): boolean => proration === 'NONE' && Boolean(was?.billing && was.billedUntil && was.billedUntil > at);

/** What is asked once is of no period. */
export const askedOnce = (terms: ChangeTerms): ChangeTerms => ({
  ...terms,
  credits: [],
  debits: terms.debits.filter(isAskedOnce),
});

/** What is, before any discount. */
export const recurring = (terms: ChangeTerms): ChangeTerms => ({
  ...terms,
  debits: terms.debits.filter((use) => !isAskedOnce(use)),
  discount: null,
});

/** Is anything of what it pays for another than before, or where it is used? Domain: customers-subscriptions X6 */
export const isBilledOtherwise = (before: Subscription | null, after: Subscription): boolean =>
  before?.slot === 'PLAN' &&
  (before.purchase !== after.purchase ||
    before.packages !== after.packages ||
    before.resourceKey !== after.resourceKey);

/** The first bill of what begins, nothing of which was paid for before. */
export const isAllNew = ({ lines }: Pick<Bill, 'lines'>, begins: boolean): boolean =>
  begins && !lines.some(({ amount }) => amount.isNegative());

/** Its lines sit in the next document. Domain: customers-subscriptions R3 */
export const waitsForNext = (
  bill: Pick<Bill, 'lines'>,
  begins: boolean,
  proration: ProrationBehavior,
): boolean => proration === 'CREATE_PRORATIONS' && !isAllNew(bill, begins);

const isAskedOnce = ({ charge }: ChargeUse): boolean => charge.billingCadence === 'ONE_OFF';
