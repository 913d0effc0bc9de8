import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { StoredSubscription } from '#modules/billing/subscriptions';
import { Contract } from './contract';
import { requireAdmissible } from './membership';

// Domain: contracts-billing

const contract = Contract.create(
  {
    ...{ id: 'acme-2026', customer: { uid: 'acme-uid', id: 'acme' }, name: null, poNumber: null },
    ...{ activationStartDate: null, activationEndDate: null, setupBilling: true },
  },
  new Date('2026-03-15T10:30:00.000Z'),
);

/** One that may join, unless the changes say otherwise. */
const subscription = (changes: Partial<StoredSubscription> = {}): StoredSubscription =>
  ({
    ...{ id: 'crm-1', customerId: 'acme', planId: 'crm', productUid: 'crm-product' },
    ...{ isCustomPriced: true, currency: 'usd', contractId: null, requireNotEnded: () => undefined },
    ...changes,
  }) as StoredSubscription;
const ended: Partial<StoredSubscription> = {
  requireNotEnded: () => {
    throw new DomainError('SubscriptionAlreadyCanceledOrExpired');
  },
};
const member = (changes: Partial<StoredSubscription>): StoredSubscription =>
  subscription({ id: 'member', productUid: 'other-product', currency: null, ...changes });

/** What breaks each row of the table, in the order in which the refusals are told. */
const faults: [ErrorCode, string, Partial<StoredSubscription>, Partial<StoredSubscription>][] = [
  ['InvalidArgumentError', 'another customer', { customerId: 'birch' }, {}],
  ['SubscriptionAlreadyCanceledOrExpired', 'an end', ended, {}],
  ['InvalidArgumentError', 'a price of the list', { isCustomPriced: false }, {}],
  ['InvalidArgumentError', 'another currency', { currency: 'eur' }, { currency: 'usd' }],
  ['DuplicatedEntityNotAllowed', 'another contract', { contractId: 'birch-2026' }, {}],
  ['DuplicatedEntityNotAllowed', 'a product that is there', {}, { productUid: 'crm-product' }],
];

describe('a subscription that joins a contract', () => {
  it.each<[string, Partial<StoredSubscription>, Partial<StoredSubscription>]>([
    ['of a product of its own', {}, {}],
    ['in the same currency', { currency: 'eur' }, { currency: 'eur' }],
    ['without a currency of its own', { currency: null }, { currency: 'eur' }],
    ['beside what has no currency', { currency: 'eur' }, { currency: null }],
  ])('C3: is admitted %s', (_what, joining, present) => {
    const join = () => requireAdmissible(contract, [member(present)], subscription(joining));
    expect(join).not.toThrow();
  });

  it.each(faults)('C3: %s for %s', (code, _fault, joining, present) => {
    const join = () => requireAdmissible(contract, [member(present)], subscription(joining));
    expect(join).toThrow(expect.objectContaining({ code }) as Error);
  });

  const pairs = faults.flatMap((first, index) =>
    faults.slice(index + 1).map((second) => ({ first, second })),
  );

  it.each(pairs)(
    'decision 18: of $first.1 and $second.1 the first is told',
    ({ first: [code, , joining, present], second: [, , laterJoining, laterPresent] }) => {
      const join = () =>
        requireAdmissible(
          contract,
          [member({ ...laterPresent, ...present })],
          subscription({ ...laterJoining, ...joining }),
        );
      expect(join).toThrow(expect.objectContaining({ code }) as Error);
    },
  );
});
