import { Decimal } from '#libs/kernel/decimal';

/** A part of a whole, kept as two numbers because 20/30 is no decimal. */
export interface Share {
  readonly part: Decimal;
  readonly whole: Decimal;
}

/** Half-open: `end` belongs to the next period. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

const msPerSecond = 1000;

// Instants count by the second they lie in, so the shares of adjoining parts add up to 1.
const secondOf = (at: Date): Decimal => new Decimal(at.getTime()).div(msPerSecond).floor();

/**
 * What is left of a period at an instant of it, in whole seconds. Domain: customers-subscriptions R1.
 * The instant must lie in the period; its end leaves 0.
 */
export const shareLeft = ({ start, end }: Period, at: Date): Share => {
  const part = secondOf(end).minus(secondOf(at));
  const whole = secondOf(end).minus(secondOf(start));
  if (part.lessThan(0) || part.greaterThan(whole) || whole.isZero()) {
    throw new Error(`${at.toISOString()} lies outside ${start.toISOString()} – ${end.toISOString()}`);
  }
  return { part, whole };
};

/** Multiplies first, so that what a share leaves exact stays exact. Not rounded. */
export const shareOf = (amount: Decimal, share: Share | null): Decimal =>
  share === null ? amount : amount.times(share.part).div(share.whole);
