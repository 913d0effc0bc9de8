import { DomainError } from '#libs/kernel/errors/domain-error';
import { StoredContract } from '#modules/billing/contracts';
import { day } from '../../../../../test/support/contract-lines';
import { refusalOf } from '../../../../../test/support/price-builders';
import { ContractBilling, type ContractBillingChange } from './contract-billing';
import type { LineRequest } from './line-request';
import type { LinesRequest } from './new-lines';
import type { FoundRemitTo } from './settings';

// Domain: contracts-billing

const now = new Date('2026-03-15T10:30:00.000Z');
const june = { activationStartDate: day('2026-06-01'), activationEndDate: day('2026-06-30') };

const acorn = { uid: 'acorn-uid', id: 'acorn' };

const bank = { uid: 'bank-uid', id: 'acorn-bank' };

/** Of acorn and its account. */
const found: FoundRemitTo = { entity: acorn, account: { ...bank, entityId: 'acorn', currency: null } };

const acornPaid = { legalEntityId: 'acorn', paymentAccountId: 'acorn-bank' };

const untouched = { hasSent: false, hasUsage: false };

const unsold = { billableItemUid: null, featureUid: null };

type Terms = Partial<Parameters<typeof StoredContract.create>[0]>;

/** In memory, without lines. */
const draft = (terms: Terms = {}, customersCurrency: 'usd' | null = 'usd'): ContractBilling => {
  const customer = { uid: 'customer-uid', id: 'acme' };
  const given = { id: 'acme-2026', customer, name: null, poNumber: null, setupBilling: true };
  const none = { activationStartDate: null, activationEndDate: null };
  const contract = StoredContract.create({ ...given, ...none, ...terms }, now);
  const accountCurrencies = new Map();
  return new ContractBilling({
    contract,
    lines: [],
    former: [],
    details: undefined,
    customersCurrency,
    accountCurrencies,
  });
};

/** A flat rate of 10, or what `asked` makes of it. */
const line = (asked: Partial<LineRequest> = {}): LineRequest => {
  return { name: 'Line', rows: [{ price: 10 }], ...asked };
};

/** Whatever its lines sell. @param entity the active one that is asked for */
const add = (
  billing: ContractBilling,
  asked: Partial<LinesRequest>,
  entity?: typeof acorn,
): ContractBillingChange => {
  const prepared = billing.prepareLines({ lineItems: [line()], ...asked }, entity, 'lineItems');
  const sold = prepared.named.map(() => unsold);
  return billing.addLines(prepared, sold, now);
};

/** With seats and platform. */
const withLines = (): ContractBilling => {
  const billing = draft();
  add(billing, { lineItems: [line({ externalId: 'seats' }), line({ externalId: 'platform' })] });
  return billing;
};

/** To be published. */
const ready = (): ContractBilling => {
  const billing = withLines();
  billing.changeTerms({ ...june, netTerms: 30 });
  billing.changeSettings(acornPaid, found);
  return billing;
};

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
const prepared = ready().prepareLines({ lineItems: [line()] }, undefined, 'lineItems');
/** All that only a draft takes, and an amendment in its steps. */
const edits: [string, (billing: ContractBilling) => unknown][] = [
  ['prepareLines', (billing) => billing.prepareLines({ lineItems: [line()] }, undefined, 'lineItems')],
  ['addLines', (billing) => billing.addLines(prepared, [unsold], now)],
  ['replaceRows', (billing) => billing.replaceRows('seats', [])],
  ['removeRow', (billing) => billing.removeRow('seats', 0)],
  ['removeLine', (billing) => billing.removeLine('platform')],
  ['changeTerms', (billing) => billing.changeTerms({ netTerms: 60 })],
  ['changeSettings', (billing) => billing.changeSettings({ note: 'Thank you' }, {})],
];

describe('P3: edits of the billing of a contract', () => {
  it.each(edits)('%s is for a draft, or a step of an amendment', async (_edit, edit) => {
    const none = draft({ setupBilling: false });
    const states = [ready(), none, published(), canceled()];
    expect(states.map((billing) => refusedFor(() => edit(billing)))).toEqual([
      undefined,
      ...['NO_BILLING_CONTRACT', 'CONTRACT_NOT_DRAFT', 'CONTRACT_NOT_DRAFT'],
    ]);
    const amended = published();
    await amended.amend(untouched, async () => void (await edit(amended)));
    expect(refusedFor(() => edit(amended))).toBe('CONTRACT_NOT_DRAFT');
  });
});

describe('lines that are added', () => {
  it('I2: the first ones settle the currency', () => {
    const billing = draft();
    expect([billing.currency, billing.details]).toEqual(['usd', undefined]);
    const { verb, before, after } = add(billing, { currency: 'eur' });
    expect([verb, after]).toEqual(['billing_updated', billing]);
    expect([before.lines, before.details, before.currency]).toEqual([[], undefined, 'usd']);
    expect(after.lines).toHaveLength(1);
    expect(after.details).toMatchObject({ uid: after.contract.uid, currency: 'eur', note: null });
    expect(after.currency).toBe('eur');
    const { details } = after;
    expect(add(billing, {}).after.details).toBe(details);
  });

  it('I2: settle it anew once none is left, and keep what else is said', () => {
    const billing = draft();
    add(billing, { currency: 'eur', lineItems: [line({ externalId: 'only' })] });
    billing.changeSettings({ note: 'Thank you' }, {});
    billing.removeLine('only');
    expect(billing.currency).toBe('usd');
    add(billing, { currency: 'gbp' });
    expect(billing.details).toMatchObject({ currency: 'gbp', note: 'Thank you' });
  });

  it('M7: take over what all others agree on, the days of the contract otherwise', () => {
    const billing = draft({ activationStartDate: day('2026-05-01') });
    expect(add(billing, {}).after.lines[0]).toMatchObject({
      ...{ activationStartDate: day('2026-05-01'), activationEndDate: null, netTerms: null },
    });
    billing.changeTerms({ ...june, netTerms: 30 });
    billing.changeSettings(acornPaid, found);
    const terms = { ...june, netTerms: 30, ...acornPaid };
    expect(add(billing, {}).after.lines[1]).toMatchObject(terms);
    add(billing, { legalEntityId: null, activationEndDate: new Date('2026-07-31T15:00:00.000Z') });
    expect(billing.lines[2]).toMatchObject({
      ...{ legalEntityId: null, paymentAccountId: null, activationEndDate: day('2026-07-31'), netTerms: 30 },
    });
    const birch = { uid: 'birch-uid', id: 'birch' };
    add(billing, { legalEntityId: 'birch' }, birch);
    expect(billing.lines[3]).toMatchObject({ legalEntity: birch, paymentAccount: null });
  });

  it.each<[RegExp, Partial<LinesRequest>]>([
    [/^BadUserInput: lineItems: .* at most 100/, { lineItems: Array.from({ length: 99 }, () => line()) }],
    [/^BadUserInput: lineItems\[0\]\.rows\[0\]\.price/, { lineItems: [line({ rows: [{ price: -1 }] })] }],
    [/^DuplicatedEntityNotAllowed: .*seats/, { lineItems: [line({ externalId: 'seats' })] }],
    [
      /^DuplicatedEntityNotAllowed: .*twin/,
      { lineItems: [line({ externalId: 'twin' }), line({ externalId: 'twin' })] },
    ],
    [/^BadUserInput: currency: .* in usd/, { currency: 'eur' }],
    [
      /^BadUserInput: activationEndDate must not lie before/,
      { activationStartDate: day('2026-06-02'), activationEndDate: day('2026-06-01') },
    ],
    [/^BillingContractOperationRejected: legalEntityId/, { legalEntityId: 'nobody' }],
  ])('I1: are refused with %s', (refusal, asked) => {
    const billing = withLines();
    expect(refusalOf(() => add(billing, asked))).toMatch(refusal);
    expect(billing.lines).toHaveLength(2);
  });

  it('I2: need a currency', () => {
    expect(refusalOf(() => add(draft({}, null), {}))).toMatch(/^BadUserInput: currency must be set/);
  });

  it('tell what they sell, in their order, and are told what that is', () => {
    const billing = draft();
    const lineItems = [line({ itemName: 'Support' }), line({ pricingModelId: 'volume', rows: [] })];
    const prepared = billing.prepareLines({ lineItems }, undefined, 'lineItems');
    expect(prepared.named).toEqual([
      { pricingModelId: 'flat_rate', name: 'Support' },
      { pricingModelId: 'volume', name: null },
    ]);
    billing.addLines(prepared, [{ billableItemUid: 'support-uid', featureUid: null }, unsold], now);
    expect(billing.lines.map(({ billableItemUid }) => billableItemUid)).toEqual(['support-uid', null]);
  });
});

describe('a line of a contract', () => {
  it('I2: is named by its externalId first, else by its itemId', () => {
    const billing = withLines();
    const [seats] = billing.lines;
    add(billing, { lineItems: [line({ externalId: seats?.uid ?? '', name: 'Mimic' })] });
    billing.replaceRows(seats?.uid ?? '', []);
    expect(billing.lines.map(({ rows }) => rows.length)).toEqual([1, 1, 0]);
    billing.replaceRows(billing.lines[2]?.uid ?? '', [{ price: 1 }, { price: 2 }]);
    expect(billing.lines[2]?.rows).toHaveLength(2);
    for (const edit of [
      () => billing.replaceRows('nobody', []),
      () => billing.removeRow('nobody', 0),
      () => billing.removeLine('nobody'),
    ]) {
      expect(refusalOf(edit)).toMatch(/^ContractLineItemNotFound: Line item nobody of contract acme-2026/);
    }
  });

  it('I3: has other rows then, and the state before has those that it had', () => {
    const billing = withLines();
    const [seats, platform] = billing.lines;
    const { before, after } = billing.replaceRows('seats', [{ price: 1 }, { price: 2 }]);
    expect(before.lines).toEqual([seats, platform]);
    expect(after.lines[0]).toMatchObject({ uid: seats?.uid, rows: [{ price: '1' }, { price: '2' }] });
    expect(after.lines[1]).toBe(platform);
    billing.removeRow('seats', 0);
    expect(after.lines[0]?.rows).toMatchObject([{ price: '2' }]);
    expect(refusalOf(() => billing.removeRow('seats', 1))).toMatch(/^BadUserInput: rowIndex must be below 1/);
    expect(refusalOf(() => billing.replaceRows('seats', [{ price: -1 }]))).toMatch(
      /^BadUserInput: rows\[0\]/,
    );
  });

  it('is removed', () => {
    const billing = withLines();
    const { before, after } = billing.removeLine('seats');
    expect(before.lines).toHaveLength(2);
    expect(after.lines.map(({ externalId }) => externalId)).toEqual(['platform']);
  });
});

describe('S1: terms', () => {
  it('are written to every line, and the window follows', () => {
    const billing = withLines();
    const { before, after } = billing.changeTerms({ ...june, currency: 'eur', netTerms: 30 });
    const terms = { ...june, netTerms: 30 };
    expect(after.lines).toMatchObject([terms, terms]);
    expect(after.contract).toMatchObject(june);
    expect([before.currency, after.currency]).toEqual(['usd', 'eur']);
    expect(before.contract).toMatchObject({ activationStartDate: null, activationEndDate: null });
    expect(before.summary).toMatchObject({ netTerms: null, activationStartDate: null, currency: 'usd' });
    expect(after.summary).toMatchObject({ ...terms, currency: 'eur' });
  });

  it('are only those that are sent, and null clears', () => {
    const billing = ready();
    billing.changeTerms({ activationEndDate: null });
    const [seats] = billing.lines;
    expect(seats).toMatchObject({ ...june, activationEndDate: null, netTerms: 30 });
    expect(billing.contract).toMatchObject({ ...june, activationEndDate: null });
    billing.changeTerms({ netTerms: null });
    expect(billing.lines[0]).toMatchObject({ netTerms: null, activationStartDate: june.activationStartDate });
  });

  it('do not end before they begin, and need a line', () => {
    const early = { activationEndDate: day('2026-05-31') };
    expect(refusalOf(() => ready().changeTerms(early))).toMatch(/^BadUserInput: activationEndDate must not/);
    expect(refusedFor(() => draft().changeTerms(june))).toBe('NO_LINE_ITEMS');
  });

  it('leave at most 5,000 lines of invoices', () => {
    const weekly = line({ billingCycleUnit: 'weekly', externalId: 'weekly' });
    const billing = draft(june);
    add(billing, { lineItems: [weekly] });
    const long = { activationEndDate: day('2126-06-01') };
    expect(refusalOf(() => billing.changeTerms(long))).toMatch(/^BadUserInput: .* 5218 lines, at most 5000/);
    const more = draft({ ...june, ...long });
    expect(refusalOf(() => add(more, { lineItems: [weekly] }))).toMatch(/^BadUserInput: .* 5218 lines/);
  });
});

describe('S2: settings', () => {
  it('S2.4, S2.6: are written to every line, and make the payment a bank transfer', () => {
    const billing = withLines();
    const { before, after } = billing.changeSettings(acornPaid, found);
    const paid = { legalEntity: acorn, paymentAccount: bank };
    expect(after.lines).toMatchObject([paid, paid]);
    expect([before.details?.paymentMethod, after.details?.paymentMethod]).toEqual([null, 'BANK_TRANSFER']);
    expect(before.lines).toMatchObject([{ legalEntity: null }, { legalEntity: null }]);
  });

  it('S2.1: a note alone leaves the lines the same', () => {
    const billing = ready();
    const { lines } = billing;
    const { before, after } = billing.changeSettings({ note: 'Thank you' }, {});
    expect(after.lines).toBe(lines);
    expect(after.details).toMatchObject({ note: 'Thank you', paymentMethod: 'BANK_TRANSFER' });
    expect(before.details?.note).toBeNull();
    expect(billing.changeSettings({ note: null }, {}).after.details?.note).toBeNull();
  });

  it('S2.8: null clears the entity with its account, and the way to pay', () => {
    const billing = ready();
    billing.changeSettings({ legalEntityId: null }, {});
    expect(billing.lines[1]).toMatchObject({ legalEntityId: null, paymentAccountId: null });
    expect(billing.details?.paymentMethod).toBeNull();
  });

  it('S2.3: know what is stored, though it was not found by now, and nothing else', () => {
    const billing = ready();
    billing.changeSettings(acornPaid, {});
    expect(billing.lines[0]).toMatchObject({ legalEntity: acorn, paymentAccount: bank });
    const refused = (asked: object) => refusedFor(() => billing.changeSettings(asked, {}));
    expect(refused({ legalEntityId: 'birch' })).toBe('LEGAL_ENTITY_NOT_FOUND');
    expect(refused({ paymentAccountId: 'birch-bank' })).toBe('PAYMENT_ACCOUNT_NOT_FOUND');
    expect(refusedFor(() => draft().changeSettings(acornPaid, found))).toBe('NO_LINE_ITEMS');
  });
});
