import { Contract } from './contract';

// Domain: contracts-billing

const now = new Date('2026-03-15T10:30:00.000Z');
const day = (text: string): Date => new Date(`${text}T00:00:00.000Z`);
const dates = { activationStartDate: day('2026-04-01'), activationEndDate: day('2027-03-31') };
const noDates = { activationStartDate: null, activationEndDate: null };

const contract = (changes: Partial<Parameters<typeof Contract.create>[0]> = {}): Contract =>
  Contract.create(
    {
      id: 'acme-2026',
      customer: { uid: 'customer-uid', id: 'acme' },
      name: null,
      poNumber: null,
      ...dates,
      setupBilling: true,
      ...changes,
    },
    now,
  );
const published = (): Contract => {
  const given = contract();
  given.publishBilling(now);
  return given;
};
const refusal = (code: string, message: RegExp, reason?: string): Error =>
  expect.objectContaining({
    code,
    message: expect.stringMatching(message) as string,
    ...(reason !== undefined && { reason }),
  }) as Error;
const rejection = (reason: string): Error =>
  refusal('BillingContractOperationRejected', /contract acme-2026/i, reason);

describe('a contract', () => {
  it('T4: has a billing half in draft, or none', () => {
    expect(contract().billing).toMatchObject({ stage: 'DRAFT', publishedAt: null, lastDay: null });
    expect(contract({ setupBilling: false }).billing).toBeNull();
  });

  it('T4: gets a billing half later, once', () => {
    const given = contract({ setupBilling: false });
    given.setUpBilling();
    const { billing } = given;
    expect(billing).toMatchObject({ stage: 'DRAFT' });
    given.setUpBilling();
    expect(given.billing).toEqual(billing);
  });

  it.each(['legal-entities', 'pricing-models'])('takes no name of a listing: %s', (id) => {
    expect(() => contract({ id })).toThrow(refusal('BadUserInput', /contractId: .* is reserved/));
  });

  it('keeps only the calendar day of its dates', () => {
    const activationEndDate = new Date('2027-03-31T23:59:59.999Z');
    expect(contract({ activationStartDate: now, activationEndDate })).toMatchObject({
      activationStartDate: day('2026-03-15'),
      activationEndDate: day('2027-03-31'),
    });
  });

  it('does not end before it starts, from the beginning and after a change of one date', () => {
    const wrong = refusal('BadUserInput', /activationEndDate/);
    expect(() => contract({ activationEndDate: day('2026-03-31') })).toThrow(wrong);
    const given = contract();
    expect(() => given.change({ activationEndDate: day('2026-03-31') })).toThrow(wrong);
    expect(() => given.change({ activationStartDate: day('2027-04-01') })).toThrow(wrong);
    expect(() => given.setWindow(day('2027-04-01'), day('2027-03-31'))).toThrow(wrong);
    expect(given).toMatchObject(dates);
    given.change({ activationStartDate: day('2027-03-31') });
    expect(given.activationStartDate).toEqual(day('2027-03-31'));
  });

  it('C5: changes its words and its dates; what is absent stays', () => {
    const given = contract({ name: 'Deal', poNumber: 'PO-1' });
    given.change({ name: 'Renewal', poNumber: undefined });
    expect(given).toMatchObject({ name: 'Renewal', poNumber: 'PO-1', ...dates });
    given.change({ poNumber: null });
    expect(given).toMatchObject({ name: 'Renewal', poNumber: null, ...dates });
  });

  it('C8: archived, it takes no change and is not archived again', () => {
    const given = contract();
    given.archive(now);
    expect(given).toMatchObject({ archivedAt: now, billing: { stage: 'CANCELED' } });
    const wrong = refusal('EntityIsArchivedError', /acme-2026 is archived/);
    expect(() => given.archive(now)).toThrow(wrong);
    expect(() => given.change({})).toThrow(wrong);
    expect(() => given.requireLive()).toThrow(wrong);
  });

  it('C8: archived without billing, it still has none', () => {
    const given = contract({ setupBilling: false });
    given.archive(now);
    expect(given.billing).toBeNull();
  });
});

describe('the billing half of a contract', () => {
  it('P1: is published from the draft, until the end of the window', () => {
    expect(published().billing).toMatchObject({
      stage: 'ACTIVE',
      publishedAt: now,
      lastDay: dates.activationEndDate,
    });
  });

  it('P1: is not published without both dates, twice, or after its end', () => {
    const open = { ...noDates, activationStartDate: dates.activationStartDate };
    expect(() => contract(open).publishBilling(now)).toThrow(rejection('BILLING_PERIOD_REQUIRED'));
    expect(() => published().publishBilling(now)).toThrow(rejection('ALREADY_PUBLISHED'));
    const canceled = published();
    canceled.cancelBilling();
    expect(() => canceled.publishBilling(now)).toThrow(rejection('CONTRACT_NOT_DRAFT'));
  });

  it('P3: a published one is no draft, and the refusal names both ways', () => {
    expect(contract().requireDraftBilling().stage).toBe('DRAFT');
    const both = refusal('BillingContractOperationRejected', /amend.*reopen/, 'CONTRACT_NOT_DRAFT');
    expect(() => published().requireDraftBilling()).toThrow(both);
  });

  it('P3: a canceled one is neither, and the refusal names the one way', () => {
    const canceled = published();
    canceled.cancelBilling();
    const way = refusal('BillingContractOperationRejected', /canceled; create another/, 'CONTRACT_NOT_DRAFT');
    expect(() => canceled.requireDraftBilling()).toThrow(way);
    expect(() => canceled.requirePublishedBilling()).toThrow(way);
  });

  it('P3: goes back to the draft, from being published only', () => {
    const given = published();
    given.reopenBilling();
    expect(given.billing).toMatchObject({ stage: 'DRAFT', publishedAt: null, lastDay: null });
    expect(() => given.reopenBilling()).toThrow(rejection('CONTRACT_NOT_PUBLISHED'));
  });

  it('S1: is billed for the window that it was published with; billing alone moves it', () => {
    const given = published();
    for (const moved of [{ activationEndDate: day('2028-03-31') }, { activationStartDate: null }]) {
      expect(() => given.change(moved)).toThrow(rejection('CONTRACT_NOT_DRAFT'));
    }
    expect(given.change(dates)).toEqual({});
    expect(given.billing?.lastDay).toEqual(dates.activationEndDate);
    given.setWindow(day('2026-04-01'), day('2027-12-31'));
    expect(given).toMatchObject({ activationEndDate: day('2027-12-31'), billingLastDay: day('2027-12-31') });
    const draft = contract();
    draft.setWindow(null, null);
    expect(draft).toMatchObject({ ...noDates, billingLastDay: null });
  });

  it('is missed where there is none', () => {
    const bare = contract({ setupBilling: false });
    const missing = rejection('NO_BILLING_CONTRACT');
    expect(() => bare.requireBilling()).toThrow(missing);
    expect(() => bare.requireDraftBilling()).toThrow(missing);
    expect(() => bare.publishBilling(now)).toThrow(missing);
    expect(() => bare.reopenBilling()).toThrow(missing);
    expect(() => bare.cancelBilling()).toThrow(missing);
  });
});
