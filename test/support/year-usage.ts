import { taxOn, usedFor, type Line, type SettledLine } from './year-bills';
import type { LifeOfYear, SpanOfYear } from './year-life';
import { divided } from './year-terms';

/** So many at an instant. */
export interface Used {
  calls: number;
  at: number;
}

/** The line of what was used in a span. Domain: catalog R3 */
export const spanLineOf = ({ plan, currency }: LifeOfYear, calls: number): Line => ({
  name: 'calls',
  quantity: calls,
  amount: usedFor(plan, calls, currency),
});

/**
 * What came late of a span that was billed, as a line of the document that is sent now; none where nothing came. The span knows then what was
 * billed of it. Domain: entitlements-usage A13
 */
export function correctionsOf(
  span: SpanOfYear,
  { plan, currency }: LifeOfYear,
  calls: number,
): SettledLine[] {
  if (calls === span.calls) return [];
  const now = usedFor(plan, calls, currency);
  const amount = now - span.amount;
  const discount = span.percent === null ? 0n : divided(amount * BigInt(span.percent), 100n);
  const tax = taxOn(now - span.discount - discount, span.taxRate) - span.tax;
  const quantity = calls - span.calls;
  Object.assign(span, {
    ...{ calls, amount: now },
    ...{ discount: span.discount + discount, tax: span.tax + tax },
  });
  return amount === 0n && tax === 0n ? [] : [{ name: 'calls', quantity, amount, discount, tax }];
}
