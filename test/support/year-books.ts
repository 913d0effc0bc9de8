import { settled, totalsOf, type Line } from './year-bills';
import {
  takesOff,
  type DocumentOfYear,
  type HeldCoupon,
  type KindOfYear,
  type LifeOfYear,
} from './year-life';
import { couponsOfYear, graceHours } from './year-terms';
import { correctionsOf, spanLineOf, type Used } from './year-usage';

/** A document that is complete but for what is worked out as it is sent. */
export interface Made {
  life: LifeOfYear;
  kind: KindOfYear;
  period: { start: number; end: number };
  lines: readonly Line[];
  /** Of what was used. */
  span: { from: number; until: number } | null;
  /** It waits for what is used, and bears what came late of what was. */
  waits: boolean;
  coupons: readonly HeldCoupon[];
  payer: string;
  tax: number;
  /** In the order in which they fell due. */
  place: number;
}

/** What customers are billed is sent, paid and taken back, whatever makes it due. Domain: contracts-billing V4, V7, V10; entitlements-usage A13 */
export class YearBooks {
  /** Coupons of customers. */
  readonly coupons = new Map<string, HeldCoupon | null>();
  /** By payer and currency. */
  readonly balances = new Map<string, bigint>();
  /** Sent; those whose place among the others of their payer is not known yet come last. */
  readonly documents: DocumentOfYear[] = [];
  unsettled: DocumentOfYear[] = [];
  /** By customer. */
  private readonly used = new Map<string, Used[]>();
  /** They wait for what was used. */
  private waiting: { at: number; made: Made }[] = [];

  private made = 0;

  constructor(public now: number) {}

  held(id: string, from: number): HeldCoupon {
    const terms = couponsOfYear[id];
    if (!terms) throw new Error(`There is no coupon ${id}`);
    return { ...terms, id, from, removedAt: null };
  }

  /** Domain: customers-subscriptions R4; contracts-billing V7 */
  credit(document: DocumentOfYear): void {
    const { applied } = document;
    const credited = creditable(document);
    document.credited = credited;
    this.addToBalance(document, applied < credited ? applied : credited);
  }

  /** They were sent in this order: each uses of the balance of who pays what is there, and adds to it what comes to less than nothing. */
  settle(ordered: readonly DocumentOfYear[]): void {
    for (const document of ordered) {
      const balance = this.balances.get(accountOf(document)) ?? 0n;
      document.applied = document.total < balance ? document.total : balance;
      this.addToBalance(document, -document.applied);
      document.isPaid = document.total - document.applied === 0n;
    }
    this.documents.push(...ordered);
    this.unsettled = this.unsettled.filter((each) => !ordered.includes(each));
  }

  use(owner: string, calls: number, at: number): void {
    this.used.set(owner, [...(this.used.get(owner) ?? []), { calls, at }]);
  }

  protected callsIn(owner: string, { from, until }: { from: number; until: number }): number {
    const own = (this.used.get(owner) ?? []).filter(({ at }) => from <= at && at < until);
    return own.reduce((all, { calls }) => all + calls, 0);
  }

  private addToBalance(document: DocumentOfYear, amount: bigint): void {
    const account = accountOf(document);
    this.balances.set(account, (this.balances.get(account) ?? 0n) + amount);
  }

  /** @param bearsLate what was used and came late may be borne by it, so it waits too */
  protected issue(
    life: LifeOfYear,
    kind: KindOfYear,
    period: Made['period'],
    lines: readonly Line[],
    span: Made['span'] = null,
    bearsLate = false,
  ): void {
    const made = this.madeOf(life, kind, period, lines, span, span !== null || bearsLate);
    if (made.waits) this.waiting.push({ at: this.now + graceHours * hourMs, made });
    else this.send(made);
  }

  protected madeOf(
    life: LifeOfYear,
    kind: KindOfYear,
    period: Made['period'],
    lines: readonly Line[],
    span: Made['span'],
    waits: boolean,
  ): Made {
    const coupons = this.couponsOf(life);
    return {
      life,
      kind,
      period,
      lines,
      span,
      waits,
      coupons,
      payer: life.payer,
      tax: life.tax,
      place: this.made++,
    };
  }

  /** Those that were due before, each at its instant. */
  protected sendUntil(instant: number): void {
    const due = this.waiting.filter(({ at }) => at < instant).sort((a, b) => a.at - b.at);
    this.waiting = this.waiting.filter(({ at }) => at >= instant);
    for (const { at, made } of due) {
      this.now = at;
      this.send(made);
    }
  }

  protected send({ life, kind, period, lines, span, waits, coupons, payer, tax, place }: Made): void {
    const { id, currency, owner } = life;
    const off = this.couponOf(coupons, this.now)?.off ?? null;
    const known = waits ? life.spans : [];
    const late = known.flatMap((each) => correctionsOf(each, life, this.callsIn(owner, each)));
    const used = span ? [spanLineOf(life, this.callsIn(owner, span))] : [];
    const own = settled([...lines, ...used], off, tax, currency);
    const percent = off && 'percent' in off ? off.percent : null;
    const billed = span ? own.at(-1) : undefined;
    if (span && billed) {
      const { amount, discount, tax: taxed, quantity: calls } = billed;
      life.spans.push({ ...span, calls, amount, discount, tax: taxed, percent, taxRate: tax });
    }
    const all = [...own, ...late];
    this.unsettled.push({
      ...{ life: id, payer, currency, kind, ...period, place, issuedAt: this.now },
      ...{ lines: all, ...totalsOf(all), applied: 0n, isPaid: false, credited: null },
    });
  }

  protected couponsOf({ coupons, owner }: LifeOfYear): HeldCoupon[] {
    const ofCustomer = this.coupons.get(owner);
    return [...coupons, ...(ofCustomer ? [ofCustomer] : [])];
  }

  protected couponOf(coupons: readonly HeldCoupon[], at: number): HeldCoupon | undefined {
    return coupons.find((each) => takesOff(each, at));
  }
}

/** All but usage, which was consumed. Domain: contracts-billing V7 */
export const creditable = ({ lines }: DocumentOfYear): bigint =>
  totalsOf(lines.filter(({ name }) => name !== 'calls')).total;

const accountOf = ({ payer, currency }: DocumentOfYear): string => `${payer} ${currency}`;
const hourMs = 3_600_000;
