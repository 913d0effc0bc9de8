import { DomainError } from '#libs/kernel/errors/domain-error';
import { StoredContract } from '#modules/billing/contracts';
import { day, days } from '../../../../../test/support/contract-lines';
import { refusalOf } from '../../../../../test/support/price-builders';
import { BillingDetails } from './billing-details';
import { ContractBilling } from './contract-billing';
import { LineItem } from './line-item';
import type { SharedTerms } from './line-state';
import { lineTermsOf, type LineRequest } from './line-request';
import { publishReasons } from './refusals';
import type { AccountCurrencies, FoundRemitTo } from './settings';

// Domain: contracts-billing

const now = new Date('2026-03-15T10:30:00.000Z');
const june = { activationStartDate: day('2026-06-01'), activationEndDate: day('2026-06-30') };
const acorn = { uid: 'acorn-uid', id: 'acorn' };
const bank = { uid: 'bank-uid', id: 'acorn-bank' };
const acornPaid = { legalEntityId: 'acorn', paymentAccountId: 'acorn-bank' };
const found: FoundRemitTo = { entity: acorn, account: { ...bank, entityId: 'acorn', currency: null } };
const whole: SharedTerms = { ...june, netTerms: 30, legalEntity: acorn, paymentAccount: bank };
const bare: SharedTerms = {
  ...{ activationStartDate: null, activationEndDate: null, netTerms: null },
  ...{ legalEntity: null, paymentAccount: null },
};
const untouched = { hasSent: false, hasUsage: false };
const unsold = { billableItemUid: null, featureUid: null };

/** As it is read: with seats and platform on these terms, or without lines. */
const kept = (
  terms: SharedTerms | null,
  setupBilling = true,
  accountCurrencies: AccountCurrencies = new Map(),
): ContractBilling => {
  const customer = { uid: 'customer-uid', id: 'acme' };
  const given = { id: 'acme-2026', customer, name: null, poNumber: null, setupBilling };
  const contract = StoredContract.create({ ...given, ...june }, now);
  const common = { contract, accountCurrencies, customersCurrency: 'usd' } as const;
  const parts = { ...common, lines: [], former: [], details: undefined };
  if (terms === null) return new ContractBilling(parts);
  const lines = ['seats', 'platform'].map((externalId) => {
    const line = lineTermsOf({ name: 'Line', externalId, rows: [{ price: 10 }] }, 'line');
    return LineItem.of(contract.uid, line, unsold, terms, now);
  });
  return new ContractBilling({ ...parts, lines, details: BillingDetails.of(contract.uid, 'usd', now) });
};
const ready = (): ContractBilling => kept(whole);
const published = (): ContractBilling => {
  const billing = ready();
  billing.publish(now);
  return billing;
};
const canceled = (): ContractBilling => {
  const billing = ready();
  billing.cancel();
  return billing;
};
const add = (billing: ContractBilling, asked: Partial<LineRequest>, days: object = {}): void => {
  const lineItems = [{ name: 'Line', rows: [{ price: 10 }], ...asked }];
  const prepared = billing.prepareLines({ lineItems, ...days }, undefined, 'lineItems');
  billing.addLines(prepared, [unsold], now);
};
/** Of a refusal: its reason, else its code. */
const refusedFor = (act: () => unknown): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.reason ?? error.code;
    throw error;
  }
};
const stageOf = ({ contract }: ContractBilling) => contract.billing?.stage;
const refusedLater = (act: Promise<unknown>): Promise<string | undefined> =>
  act.then(
    () => undefined,
    (refusal: Error) =>
      refusedFor(() => {
        throw refusal;
      }),
  );
const noSteps = (): Promise<void> => Promise.resolve();

describe('P1: publishing', () => {
  it('P2: bills from the first day of a line to the last, which the contract tells', () => {
    const billing = ready();
    add(billing, {}, { activationStartDate: day('2026-05-01'), activationEndDate: day('2026-08-31') });
    expect(billing.contract).toMatchObject(june);
    const { verb, before, after } = billing.publish(now);
    expect([verb, stageOf(before), stageOf(after)]).toEqual(['billing_published', 'DRAFT', 'ACTIVE']);
    const window = { activationStartDate: day('2026-05-01'), activationEndDate: day('2026-08-31') };
    expect(after.contract).toMatchObject({ ...window, billingLastDay: day('2026-08-31') });
    expect(before.contract).toMatchObject({ ...june, billingLastDay: null });
    expect(after.contract.billing?.publishedAt).toEqual(now);
  });

  it('is refused with the first reason, and the list tells all', () => {
    const unset = kept(bare);
    const states = [kept(null, false), published(), kept(null), unset];
    expect(states.map((billing) => refusedFor(() => billing.publish(now)))).toEqual(
      publishReasons.slice(0, 4),
    );
    const missing = (billing: ContractBilling) =>
      billing.requirements.filter(({ isMet }) => !isMet).map(({ reason }) => reason);
    expect(missing(unset)).toEqual(publishReasons.slice(3));
    expect(missing(ready())).toEqual([]);
    const bareCanceled = kept(null);
    bareCanceled.cancel();
    for (const billing of [canceled(), bareCanceled]) {
      expect(refusedFor(() => billing.publish(now))).toBe('CONTRACT_NOT_DRAFT');
    }
  });

  it('is possible of a draft only that lacks nothing and is not archived', () => {
    const archived = ready();
    archived.contract.archive(now);
    const states = [ready(), kept(bare), published(), canceled(), archived];
    expect(states.map(({ isReady }) => isReady)).toEqual([true, false, false, false, false]);
  });

  it('P2: makes the documents of the schedule', () => {
    const billing = ready();
    billing.changeSettings({ note: 'Thank you' }, {});
    billing.publish(now);
    const documents = billing.documents(new Map());
    expect(documents).toHaveLength(billing.scheduleFrom(null).length);
    expect(documents).toMatchObject([
      { currency: 'usd', note: 'Thank you', legalEntity: acorn, lines: [{}, {}], netTerms: 30 },
    ]);
    expect(billing.scheduleFrom(null)[0]?.total.toNumber()).toBe(billing.summary.totals.total.toNumber());
  });
});

describe('P3: an amendment', () => {
  it('is one change of all its steps, and stays published', async () => {
    const billing = published();
    const change = await billing.amend(untouched, () => {
      billing.removeLine('seats');
      add(billing, { externalId: 'seats', name: 'More' });
      billing.changeTerms({ activationEndDate: day('2026-07-31') });
      billing.changeSettings({ note: 'Amended' }, {});
      return Promise.resolve();
    });
    expect(change).toMatchObject({ verb: 'billing_updated', after: billing });
    expect(change.before.lines.map(({ name }) => name)).toEqual(['Line', 'Line']);
    expect(change.before.details?.note).toBeNull();
    expect(change.before.contract).toMatchObject({ ...june, billingLastDay: june.activationEndDate });
    expect(billing.lines.map(({ name }) => name)).toEqual(['Line', 'More']);
    expect(billing.lines[1]?.billed.window).toEqual(days('2026-06-01', '2026-07-31'));
    expect(billing.contract).toMatchObject({ billingStage: 'ACTIVE', billingLastDay: day('2026-07-31') });
  });

  it('P2: bills from the first day of a line to the last then too', async () => {
    const billing = published();
    await billing.amend(untouched, () => {
      add(billing, {}, { activationStartDate: day('2026-05-01'), activationEndDate: day('2026-08-31') });
      return Promise.resolve();
    });
    const window = { activationStartDate: day('2026-05-01'), activationEndDate: day('2026-08-31') };
    expect(billing.contract).toMatchObject({ ...window, billingLastDay: day('2026-08-31') });
  });

  it('is looked at as a whole, at its end', async () => {
    const billing = published();
    await billing.amend(untouched, () => {
      billing.removeLine('seats');
      billing.removeLine('platform');
      // Without a line, and with more lines of invoices than are taken, on the way.
      billing.changeSettings({ note: 'On the way' }, {});
      const weekly = { billingCycleUnit: 'weekly', externalId: 'weekly' } as const;
      add(billing, weekly, { ...june, activationEndDate: day('2126-06-01') });
      billing.changeTerms({ ...june, netTerms: 30 });
      billing.changeSettings(acornPaid, found);
      return Promise.resolve();
    });
    expect(billing.lines.map(({ externalId }) => externalId)).toEqual(['weekly']);
    const long = billing.amend(untouched, () => {
      billing.changeTerms({ activationEndDate: day('2126-06-01') });
      return Promise.resolve();
    });
    expect(await refusedLater(long)).toBe('BadUserInput');
  });

  it.each([
    ['has begun', '2026-06-10'],
    ['is to come', '2026-05-10'],
  ])('of what %s counts the invoices of a window before any is looked at', async (_, today) => {
    const billing = published();
    const read = jest.spyOn(Date.prototype, 'getTime');
    const endless = { ...june, activationEndDate: day('9999-12-31') };
    const amended = billing.amend(
      untouched,
      () => {
        add(billing, { billingCycleUnit: 'weekly' }, endless);
        billing.changeTerms(endless);
        return Promise.resolve();
      },
      day(today),
    );
    await expect(amended).rejects.toThrow(/^the invoices would have \d{6} lines, at most 5000 are taken/);
    expect(read.mock.calls.length).toBeLessThan(10_000);
    read.mockRestore();
  });

  it.each<[string, (billing: ContractBilling) => unknown]>([
    ['NO_LINE_ITEMS', (billing) => ['seats', 'platform'].map((ref) => billing.removeLine(ref))],
    ['BILLING_PERIOD_REQUIRED', (billing) => billing.changeTerms({ activationEndDate: null })],
    ['PAYMENT_TERMS_REQUIRED', (billing) => billing.changeTerms({ netTerms: null })],
    ['LEGAL_ENTITY_REQUIRED', (billing) => billing.changeSettings({ legalEntityId: null }, {})],
    ['PAYMENT_ACCOUNT_REQUIRED', (billing) => billing.changeSettings({ paymentAccountId: null }, {})],
  ])('leaves it ready to be billed: %s', async (reason, step) => {
    const billing = published();
    const amended = billing.amend(untouched, () => Promise.resolve(void step(billing)));
    expect(await refusedLater(amended)).toBe(reason);
  });

  it('ends with the step that is refused', async () => {
    const billing = published();
    const amended = billing.amend(untouched, () => {
      billing.removeLine('nobody');
      return Promise.resolve();
    });
    expect(await refusedLater(amended)).toBe('ContractLineItemNotFound');
    expect(refusedFor(() => billing.removeLine('seats'))).toBe('CONTRACT_NOT_DRAFT');
  });

  it('and reopening are for what is published and has billed nothing', async () => {
    const states: [ContractBilling, string][] = [
      [ready(), 'CONTRACT_NOT_PUBLISHED'],
      [canceled(), 'CONTRACT_NOT_DRAFT'],
      [kept(null, false), 'NO_BILLING_CONTRACT'],
    ];
    for (const [billing, reason] of states) {
      expect(await refusedLater(billing.amend(untouched, noSteps))).toBe(reason);
      expect(refusedFor(() => billing.reopen(untouched))).toBe(reason);
    }
    const billed = [
      { hasSent: true, hasUsage: false },
      { hasSent: false, hasUsage: true },
    ];
    for (const soFar of billed) {
      const billing = published();
      const steps = jest.fn(noSteps);
      expect(await refusedLater(billing.amend(soFar, steps))).toBe('EDIT_BLOCKED');
      expect(refusedFor(() => billing.reopen(soFar))).toBe('EDIT_BLOCKED');
      expect(refusalOf(() => billing.reopen(soFar))).toMatch(soFar.hasSent ? /invoice .* sent/ : /usage/);
      expect([steps.mock.calls.length, stageOf(billing)]).toEqual([0, 'ACTIVE']);
    }
  });
});

describe('the end of what was published', () => {
  it('P3: reopened it is the draft that it was', () => {
    const billing = published();
    const { verb, before, after } = billing.reopen(untouched);
    expect([verb, stageOf(before), stageOf(after)]).toEqual(['billing_updated', 'ACTIVE', 'DRAFT']);
    expect(after.lines).toBe(before.lines);
    expect(billing.isReady).toBe(true);
  });

  it('C7: canceled it is so for good, whatever it was', () => {
    for (const billing of [kept(null), ready(), published()]) {
      const was = stageOf(billing);
      const { verb, before, after } = billing.cancel();
      expect([verb, stageOf(before), stageOf(after)]).toEqual(['billing_updated', was, 'CANCELED']);
    }
    expect(refusedFor(() => kept(null, false).cancel())).toBe('NO_BILLING_CONTRACT');
  });
});
