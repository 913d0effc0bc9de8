import fc from 'fast-check';
import { priceScale } from '#libs/business/pricing/amount';
import { changeBill } from '#libs/business/pricing/change-bill';
import type { ChargeUse } from '#libs/business/pricing/charge-line';
import type { Share } from '#libs/business/pricing/share';
import { Decimal } from '#libs/kernel/decimal';
import { dec, flatFee, perUnit, useOf } from '../support/price-builders';

// Domain: customers-subscriptions

describe('a change of what is paid for', () => {
  const terms = fc.record({
    flat: fc.integer({ min: 0, max: 100_000 }).map((cents) => new Decimal(cents).div(100)),
    seat: fc.integer({ min: 0, max: 5_000 }).map((cents) => new Decimal(cents).div(100)),
    seats: fc.integer({ min: 0, max: 500 }),
  });
  const anyShare = fc
    .integer({ min: 1, max: 31_622_400 })
    .chain((whole) =>
      fc.integer({ min: 0, max: whole }).map((part) => ({ part: dec(part), whole: dec(whole) })),
    );
  const usesOf = (
    { flat, seat, seats }: { flat: Decimal; seat: Decimal; seats: number },
    share: Share | null,
  ) => [useOf(flatFee(flat), 1, { share }), useOf(perUnit('seats', seat), seats, { share })];
  const net = (credits: ChargeUse[], debits: ChargeUse[]): Decimal =>
    changeBill({ currency: 'usd', credits, debits }).total;

  it('R1: that is undone at the same instant costs nothing', () => {
    fc.assert(
      fc.property(terms, terms, anyShare, (one, other, share) => {
        const [before, after] = [usesOf(one, share), usesOf(other, share)];
        expect(net(before, after).plus(net(after, before)).toFixed()).toBe('0');
      }),
      { numRuns: 500 },
    );
  });

  it('R1, N5: that is undone costs nothing with a percentage off and a tax on top, line by line', () => {
    const percent = fc.integer({ min: 1, max: 100 }).map(dec);
    fc.assert(
      fc.property(terms, terms, anyShare, percent, percent, (one, other, share, percentOff, taxPercent) => {
        const [before, after] = [usesOf(one, share), usesOf(other, share)];
        const totaling = { currency: 'usd' as const, discount: { percentOff }, taxPercent };
        const there = changeBill({ ...totaling, credits: before, debits: after });
        const back = changeBill({ ...totaling, credits: after, debits: before });
        expect(there.discount.plus(back.discount).toFixed()).toBe('0');
        // The largest of two equal lines may be another one: their tax is rounded by itself.
        expect(there.total.plus(back.total).abs().toNumber()).toBeLessThanOrEqual(0.02);
      }),
      { numRuns: 500 },
    );
  });

  it('R1: that is made in two steps costs what it costs in one, to a cent a line', () => {
    fc.assert(
      fc.property(terms, terms, terms, anyShare, (one, two, three, share) => {
        const [a, b, c] = [usesOf(one, share), usesOf(two, share), usesOf(three, share)];
        const off = net(a, b).plus(net(b, c)).minus(net(a, c)).abs();
        expect(off.toNumber()).toBeLessThanOrEqual(0.02);
      }),
      { numRuns: 500 },
    );
  });

  it('R1: what was used and what comes back are the whole, to half a cent each', () => {
    fc.assert(
      fc.property(terms, anyShare, (bought, { part, whole }) => {
        const used = net([], usesOf(bought, { part: whole.minus(part), whole }));
        const back = net(usesOf(bought, { part, whole }), []);
        const off = used
          .minus(back)
          .minus(net([], usesOf(bought, null)))
          .abs();
        expect(off.toNumber()).toBeLessThanOrEqual(0.02);
      }),
      { numRuns: 500 },
    );
  });

  it('R1: over any split of a period all bills come to the whole, to the cent', () => {
    const splits = fc
      .integer({ min: 2, max: 31_622_400 })
      .chain((whole) =>
        fc.tuple(fc.constant(whole), fc.array(fc.integer({ min: 0, max: whole }), { maxLength: 12 })),
      );
    fc.assert(
      fc.property(terms, splits, ({ flat }, [whole, left]) => {
        const priced = (feature: string, part: number): ChargeUse[] => [
          useOf(perUnit(feature, flat), 1, { share: { part: dec(part), whole: dec(whole) } }),
        ];
        // What costs the same under another name, from one instant to the next, until the end.
        let [held, paid] = ['place-0', net([], [useOf(perUnit('place-0', flat), 1)])];
        for (const [place, part] of [...left].sort((a, b) => b - a).entries()) {
          const next = `place-${place + 1}`;
          paid = paid.plus(net(priced(held, part), priced(next, part)));
          held = next;
        }
        expect(paid.plus(net(priced(held, 0), [])).toFixed()).toBe(flat.toFixed());
      }),
      { numRuns: 500 },
    );
  });

  it('R1: is rounded half away from zero', () => {
    const seconds = fc
      .integer({ min: 1, max: 31_622_400 })
      .chain((whole) => fc.tuple(fc.integer({ min: 0, max: whole }), fc.constant(whole)));
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        seconds,
        fc.constantFrom(0, 2, 3),
        (price, [part, whole], digits) => {
          const share = { part: dec(part), whole: dec(whole) };
          // price × part / whole in halves of a minor unit, then the next whole one up.
          const unit = 10n ** BigInt(priceScale - digits) * BigInt(whole);
          const rounded = (2n * price * BigInt(part) + unit) / (2n * unit);
          const use = useOf(flatFee(new Decimal(`${price}e-${priceScale}`)), 1, { share });
          const [back, due] = [
            changeBill({ currency: 'usd', digits, credits: [use], debits: [] }),
            changeBill({ currency: 'usd', digits, credits: [], debits: [use] }),
          ];
          expect(due.total.toFixed()).toBe(new Decimal(`${rounded}e-${digits}`).toFixed());
          expect(back.total.plus(due.total).toFixed()).toBe('0');
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
