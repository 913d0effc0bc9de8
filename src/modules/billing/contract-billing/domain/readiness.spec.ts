import { lineOf } from '../../../../../test/support/contract-lines';
import { refusalOf } from '../../../../../test/support/price-builders';
import { readinessOf, requirePublishable, type Publishable } from './readiness';
import { publishReasons, type PublishReason } from './refusals';

// Domain: contracts-billing

const ready: Publishable = { hasBilling: true, isPublished: false, lines: [lineOf({})] };

/** What each check of P1 fails on, in its order. */
const faults: [PublishReason, Publishable][] = [
  ['NO_BILLING_CONTRACT', { ...ready, hasBilling: false }],
  ['ALREADY_PUBLISHED', { ...ready, isPublished: true }],
  ['NO_LINE_ITEMS', { ...ready, lines: [] }],
  ['BILLING_PERIOD_REQUIRED', { ...ready, lines: [lineOf({}), lineOf({ window: null })] }],
  ['PAYMENT_TERMS_REQUIRED', { ...ready, lines: [lineOf({}), lineOf({ netTerms: null })] }],
  ['LEGAL_ENTITY_REQUIRED', { ...ready, lines: [lineOf({}), lineOf({ legalEntityId: null })] }],
  ['PAYMENT_ACCOUNT_REQUIRED', { ...ready, lines: [lineOf({}), lineOf({ paymentAccountId: null })] }],
];

const missing = (contract: Publishable) =>
  readinessOf(contract)
    .filter(({ isMet }) => !isMet)
    .map(({ reason }) => reason);

describe('P1: publishing', () => {
  it('needs nothing more of a contract that is ready', () => {
    expect(missing(ready)).toEqual([]);
    expect(refusalOf(() => requirePublishable(ready))).toBeUndefined();
  });

  it.each(faults)('is refused for %s, with what to do', (reason, contract) => {
    const thrown: Error = expect.objectContaining({
      code: 'BillingContractOperationRejected',
      reason,
    }) as Error;
    expect(() => requirePublishable(contract)).toThrow(thrown);
    expect(missing(contract)[0]).toBe(reason);
  });

  it('the list tells all that is missing, in the order of the rule', () => {
    expect(missing({ hasBilling: false, isPublished: true, lines: [] })).toEqual(publishReasons);
    const bare = lineOf({ window: null, netTerms: null, legalEntityId: null, paymentAccountId: null });
    expect(missing({ ...ready, lines: [bare] })).toEqual(publishReasons.slice(3));
  });
});
