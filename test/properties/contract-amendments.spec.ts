import fc from 'fast-check';
import { issueDateOf } from '#libs/business/pricing/invoice-dates';
import { sumTotals, type Totals } from '#libs/business/pricing/totals';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { addDays } from '#libs/kernel/period';
import { copyOf } from '#libs/kernel/tenant-entity';
import { StoredContract } from '#modules/billing/contracts';
import type { ScheduledInvoice } from '#modules/billing/invoices';
import { BillingDetails } from '../../src/modules/billing/contract-billing/domain/billing-details';
import { ContractBilling } from '../../src/modules/billing/contract-billing/domain/contract-billing';
import { cycleUnits } from '../../src/modules/billing/contract-billing/domain/cycles';
import type { LineRequest } from '../../src/modules/billing/contract-billing/domain/line-request';
import { day } from '../support/contract-lines';

// Domain: contracts-billing

const unsold = { billableItemUid: null, featureUid: null };
const untouched = { hasSent: false, hasUsage: false };
const first = day('2026-01-31');
const found = {
  entity: { uid: 'acorn-uid', id: 'acorn' },
  account: { uid: 'bank-uid', id: 'bank', entityId: 'acorn', currency: null },
};

const request: fc.Arbitrary<LineRequest> = fc.record({
  name: fc.constant('Line'),
  rows: fc
    .record({ price: fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100) })
    .map((row) => [row]),
  billingCycleUnit: fc.constantFrom(...cycleUnits),
  billingCycleCount: fc.integer({ min: 1, max: 3 }),
  paymentTime: fc.constantFrom('IN_ADVANCE' as const, 'IN_ARREARS' as const),
  discount: fc.constantFrom(0, 7.5),
  tax: fc.constantFrom(0, 19),
});

interface Amendment {
  isLeaving: boolean;
  /** Days after the one before. */
  after: number;
  removes: number | null;
  reprices: { place: number; price: number }[];
  adds: LineRequest[];
  /** Days that the end moves to, from the day of the amendment. */
  end: number | null;
  netTerms: number | null;
}

const amendment: fc.Arbitrary<Amendment> = fc.record({
  isLeaving: fc.boolean(),
  after: fc.integer({ min: 0, max: 70 }),
  removes: fc.option(fc.nat(5)),
  reprices: fc.array(fc.record({ place: fc.nat(5), price: fc.integer({ min: 0, max: 500 }) }), {
    maxLength: 2,
  }),
  adds: fc.array(request, { maxLength: 1 }),
  end: fc.option(fc.integer({ min: 0, max: 200 })),
  netTerms: fc.option(fc.constantFrom(10, 20)),
});

/** A document with the day on which it was made. */
interface Kept {
  document: ScheduledInvoice;
  issued: Date;
}

const keptOf = (documents: readonly ScheduledInvoice[], today: Date): Kept[] =>
  documents.map((document) => ({ document, issued: issueDateOf(document, today) }));

function add(billing: ContractBilling, lineItems: readonly LineRequest[], now: Date): void {
  const prepared = billing.prepareLines({ lineItems }, undefined, 'lineItems');
  billing.addLines(
    prepared,
    lineItems.map(() => unsold),
    now,
  );
}

function published(lines: readonly LineRequest[], length: number): ContractBilling {
  const window = { activationStartDate: first, activationEndDate: addDays(first, length) };
  const given = { id: 'deal', customer: { uid: 'customer-uid', id: 'buyer' }, name: null, poNumber: null };
  const contract = StoredContract.create({ ...given, ...window, setupBilling: true }, first);
  const details = BillingDetails.of(contract.uid, 'usd', first);
  const parts = { lines: [], former: [], customersCurrency: 'usd' as const, accountCurrencies: new Map() };
  const billing = new ContractBilling({ contract, details, ...parts });
  add(billing, lines, first);
  billing.changeTerms({ netTerms: 30 });
  billing.changeSettings({ legalEntityId: 'acorn', paymentAccountId: 'bank' }, found);
  billing.publish(first);
  return billing;
}

/** As it is read again: what is refused leaves nothing behind. */
const readAgain = ({ contract, lines, former, details }: ContractBilling): ContractBilling =>
  new ContractBilling({
    ...{ contract: copyOf(contract), lines, former, details },
    ...{ customersCurrency: 'usd', accountCurrencies: new Map() },
  });

async function amended(billing: ContractBilling, asked: Amendment, today: Date): Promise<ContractBilling> {
  const next = readAgain(billing);
  const steps = (): Promise<void> => {
    const refs = next.lines.map(({ uid }) => uid);
    const removed = asked.removes === null ? undefined : refs[asked.removes];
    if (removed) next.removeLine(removed);
    for (const { place, price } of asked.reprices) {
      const ref = refs[place];
      if (ref && ref !== removed) next.replaceRows(ref, [{ price }]);
    }
    if (asked.adds.length > 0) add(next, asked.adds, today);
    const end = asked.end === null ? {} : { activationEndDate: addDays(today, asked.end) };
    const terms = { ...end, ...(asked.netTerms === null ? {} : { netTerms: asked.netTerms }) };
    if (Object.keys(terms).length > 0) next.changeTerms(terms);
    return Promise.resolve();
  };
  await next.amend(untouched, steps, asked.isLeaving ? today : null);
  return next;
}

const told = ({ subTotal, discount, tax, total }: Totals): string[] =>
  [subTotal, discount, tax, total].map((amount) => amount.toFixed());

const periodsOf = (kept: readonly Kept[], itemId: string): { start: Date; end: Date }[] =>
  kept
    .flatMap(({ document }) => document.lines)
    .filter((line) => line.itemId === itemId)
    .map(({ periodStart: start, periodEnd: end }) => ({ start, end }))
    .sort((a, b) => a.start.getTime() - b.start.getTime());

/** Each day once, none between them left out. @returns the first and the last one */
function spanOf(periods: readonly { start: Date; end: Date }[]): [Date | undefined, Date | undefined] {
  for (const [index, { start, end }] of periods.entries()) {
    expect(start <= end).toBe(true);
    if (index > 0) expect(start).toEqual(addDays((periods[index - 1] as { end: Date }).end, 1));
  }
  return [periods[0]?.start, periods.at(-1)?.end];
}

/** Of documents and what is told of them. */
function holds(billing: ContractBilling, kept: readonly Kept[]): void {
  const { totals } = billing.summary;
  const lines = kept.flatMap(({ document }) => document.lines);
  expect(told(sumTotals(lines))).toEqual(told(totals));
  for (const item of totals.items) {
    const own = lines.filter(({ itemId }) => itemId === item.itemId);
    expect(told(sumTotals(own))).toEqual(told(item));
  }
  const known = new Set(totals.items.map(({ itemId }) => itemId));
  expect(lines.every(({ itemId }) => known.has(itemId))).toBe(true);
  const keys = kept.map(({ document: { paymentTime, periodStart, periodEnd, sequence } }) =>
    [paymentTime, periodStart.getTime(), periodEnd.getTime(), sequence].join(),
  );
  expect(new Set(keys).size).toBe(keys.length);
  for (const { uid, cycleUnit, activationEndDate, billedFrom } of billing.lines) {
    const [begin, end] = spanOf(periodsOf(kept, uid));
    if (cycleUnit === 'one_time') expect(periodsOf(kept, uid)).toHaveLength(1);
    else if (end) {
      const was = billing.former.find(({ lineUid }) => lineUid === uid);
      expect(begin).toEqual((was ? was.billedFrom : billedFrom) ?? first);
      expect(end >= (activationEndDate as Date)).toBe(true);
    }
  }
  for (const { lineUid } of billing.former) spanOf(periodsOf(kept, lineUid));
}

describe('amendments of either kind, one after the other', () => {
  const lives = fc.record({
    lines: fc.array(request, { minLength: 1, maxLength: 4 }),
    length: fc.integer({ min: 0, max: 300 }),
    amendments: fc.array(amendment, { minLength: 1, maxLength: 5 }),
    canceledAfter: fc.nat(60),
  });

  it('P3, M2, P8: bill each day of a line once, and come to what is told', async () => {
    const seen = { left: 0, anew: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(lives, async ({ lines, length, amendments, canceledAfter }) => {
        let billing = published(lines, length);
        let today = first;
        let kept = keptOf(billing.documents(new Map()), today);
        holds(billing, kept);
        for (const asked of amendments) {
          today = addDays(today, asked.after);
          // What has run to its end begins with its next cycle when it goes on: the days between are nobody's.
          if (billing.lines.some(({ uid }) => (periodsOf(kept, uid).at(-1)?.end ?? today) < today)) break;
          try {
            billing = await amended(billing, asked, today);
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
            seen.refused += 1;
            continue;
          }
          const made = keptOf(billing.documents(new Map()), today);
          const isToCome = ({ document }: Kept): boolean => document.periodStart > today;
          kept = asked.isLeaving
            ? [...kept.filter((each) => !isToCome(each)), ...made.filter(isToCome)]
            : made;
          seen[asked.isLeaving ? 'left' : 'anew'] += 1;
          holds(billing, kept);
        }
        const lastDay = addDays(today, canceledAfter);
        const stays = kept.filter(({ issued }) => issued <= lastDay);
        const end = [...stays, ...keptOf(billing.lastDocuments(lastDay, new Map()), lastDay)];
        for (const { itemId } of billing.summary.totals.items) spanOf(periodsOf(end, itemId));
      }),
      { numRuns: 120 },
    );
    // Neither kind is met by chance only.
    expect(Math.min(seen.left, seen.anew, seen.refused)).toBeGreaterThan(10);
  });
});
