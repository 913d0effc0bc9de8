import type { TestApp } from './app';
import type { Json } from './catalog';
import { expectOk } from './client';
import { moveClock } from './environment-clock';
import type { TestEnvironment } from './environments';
import { billedOf, type ToldInvoice } from './invoice-story';
import { reckoned } from './reckoned';
import type { SeededRandom } from './seeded-random';
import type { DocumentOfYear } from './year-life';
import { YearCourse, type Deed, type Sent } from './year-course';
import { YearModel } from './year-model';
import { yearStage } from './year-stage';
import { told, type Currency } from './year-terms';

/** An invoice as it is stored: periods and kinds are told by no list. */
interface Row {
  number: string;
  life: string;
  payer: string;
  kind: DocumentOfYear['kind'];
  start: Date;
  end: Date;
  issued: Date;
  sub_total: string;
  discount: string;
  tax: string;
  total: string;
  balance_applied: string;
  lines: { item: string; words: string; quantity: number; amount: number; discount: number; tax: number }[];
}

const sentAfter = `
  select i.number, i.contract_id as life, i.customer_id as payer, i.kind, i.period_start as start, i.period_end as end,
         i.finalized_at as issued, i.sub_total, i.discount, i.tax, i.total, i.balance_applied,
         (select json_agg(json_build_object('item', l.item_id, 'words', l.description, 'quantity', l.quantity::float8,
                            'amount', l.sub_total::float8, 'discount', l.discount::float8, 'tax', l.tax::float8))
            from invoice_line l where l.environment_id = i.environment_id and l.invoice_uid = i.uid) as lines
    from invoice i
   where i.environment_id = $1 and i.kind is not null and i.state <> 'DRAFT' and numeral(i.number) > $2
   order by numeral(i.number)`.replaceAll(/numeral\((.*?)\)/g, `regexp_replace($1, '\\D', '', 'g')::int`);

const text = (at: number): string => new Date(at).toISOString();

/** Customers who live through a year beside their model: after each step the invoices that were sent meanwhile are what it makes of them. */
export class BillingYear {
  readonly sent: Sent[] = [];
  private readonly course: YearCourse;

  private constructor(
    private readonly app: TestApp,
    private readonly place: TestEnvironment,
    private readonly customers: ReadonlyMap<string, Currency>,
    private readonly random: SeededRandom,
    readonly model: YearModel,
  ) {
    this.course = new YearCourse(model, random, customers, this.sent);
  }

  static async begin(app: TestApp, count: number, at: number, random: SeededRandom): Promise<BillingYear> {
    const ids = Array.from({ length: count }, (_, n) => `buyer-${n}`);
    const customers = new Map(ids.map((id, n): [string, Currency] => [id, n % 4 === 3 ? 'jpy' : 'usd']));
    const place = await yearStage(app, at, customers);
    return new BillingYear(app, place, customers, random, new YearModel(at));
  }

  /** @param busy who does something there, of ten */
  async live(moments: readonly number[], busy: number): Promise<void> {
    for (const moment of moments) {
      await moveClock(this.place, text(moment));
      this.model.to(moment);
      await this.meet(text(moment));
      for (const owner of this.customers.keys()) {
        const deed = this.random.whole(1, 10) <= busy ? this.course.next(owner) : null;
        if (deed) await this.do(deed);
      }
    }
  }

  private async do({ method, path, body, make }: Deed): Promise<void> {
    const asked = JSON.stringify([text(this.model.now), method, path, body]);
    const foreseen = path === '/subscriptions' ? await this.previewOf(body) : null;
    const answer = await this.place.api.rest(method, path, body);
    if (answer.status >= 300) throw new Error(`${asked} was refused: ${answer.text}`);
    make();
    const rows = await this.meet(asked);
    // What was held for the next document of what ends is due whatever follows it.
    const row = rows.find(({ kind }) => kind !== 'FINAL');
    if (!foreseen) return;
    const { total } = rows.length > 1 ? foreseen : { total: undefined };
    expect([asked, foreseen]).toEqual([
      asked,
      { ...(row ? figuresOf(row) : nothing), ...(total !== undefined && { total }) },
    ]);
  }

  /** What the invoice would be that follows at once. Domain: customers-subscriptions W1 */
  private async previewOf({ id: _, ...body }: Json): Promise<Figures> {
    const preview = await this.place.api.rest('POST', '/subscriptions/preview', body);
    const { immediateInvoice } = await expectOk<{ immediateInvoice: Foreseen }>(Promise.resolve(preview));
    const { subTotal, discount, tax, total, lines } = immediateInvoice;
    return {
      subTotal,
      discount,
      tax,
      total,
      lines: lines.map(({ description, subTotal: sub }) => [description, sub]),
    };
  }

  /** What was sent meanwhile is what the model has made, in the order in which it was sent. */
  private async meet(when: string): Promise<Row[]> {
    const last = Number(this.sent.at(-1)?.number.replaceAll(/\D/g, '') ?? 0);
    const rows = await this.app.dataSource.query<Row[]>(sentAfter, [this.place.environmentId, last]);
    const waiting = [...this.model.unsettled];
    const ordered = rows.flatMap((row) => {
      const place = waiting.findIndex((each) => keyOf(each) === keyOfRow(row));
      return place < 0 ? [] : waiting.splice(place, 1);
    });
    this.model.settle(ordered);
    expect([when, rows.map(pictureOfRow)]).toEqual([when, [...ordered, ...waiting].map(pictureOf)]);
    for (const [place, document] of ordered.entries())
      this.sent.push({ number: rows[place]?.number ?? '', document });
    return rows;
  }

  /** Of each customer, as the interface tells them. */
  async expectTold(): Promise<void> {
    for (const id of this.customers.keys()) {
      const told = await billedOf(this.place.api, id);
      const figures = new Map(told.map((each) => [each.invoiceNumber, toldOf(each)]));
      const own = this.sent.filter(({ document }) => document.payer === id);
      expect([id, figures]).toEqual([
        id,
        new Map(own.map(({ number, document }) => [number, toldOfModel(document)])),
      ]);
    }
  }

  /** Each line multiplies out to its amount, by the figures that it tells, and all of them add up. Domain: customers-subscriptions R1 */
  async expectExplained(): Promise<void> {
    const currencies = new Map(this.sent.map(({ number, document }) => [number, document.currency]));
    for (const id of this.customers.keys()) {
      for (const { invoiceNumber, subtotal, lineItems } of await billedOf(this.place.api, id)) {
        const unit = currencies.get(invoiceNumber) === 'jpy' ? 1 : 0.01;
        const sum = lineItems.reduce((all, { amount }) => all + amount, 0);
        expect([invoiceNumber, Math.abs(sum - subtotal) < unit / 2]).toEqual([invoiceNumber, true]);
        for (const { description, quantity, unitPrice, amount, explanation } of lineItems) {
          // A difference of two amounts that were rounded.
          if (description.endsWith('corrected')) continue;
          const exact = explanation === null ? quantity * unitPrice : reckoned(explanation);
          const isOff = Math.abs(exact - amount) > unit / 2 + 1e-6;
          expect([invoiceNumber, description, explanation, amount, isOff]).toEqual([
            ...[invoiceNumber, description, explanation, amount],
            false,
          ]);
        }
      }
    }
  }

  /** Each begins where the one before of its subscription ends. Domain: contracts-billing V10 */
  expectNoGap(): void {
    const made = this.sent.map(({ document }) => document).sort((a, b) => a.place - b.place);
    for (const life of new Set(made.map((document) => document.life))) {
      const own = made.filter((document) => document.life === life);
      const told = own.map((document) => keyOf(document));
      let billedTo: number | undefined;
      for (const { kind, start, end } of own) {
        if (kind === 'RENEWAL' && billedTo !== undefined)
          expect([told, text(start)]).toEqual([told, text(billedTo)]);
        if (kind !== 'FINAL' && kind !== 'USAGE') billedTo = end;
      }
    }
  }
}

interface Foreseen {
  subTotal: number;
  discount: number;
  tax: number;
  total: number;
  lines: { description: string; subTotal: number }[];
}

/** Of a bill, its lines by their descriptions. */
interface Figures extends Omit<Foreseen, 'lines'> {
  lines: [string, number][];
}

const nothing: Figures = { subTotal: 0, discount: 0, tax: 0, total: 0, lines: [] };

const figuresOf = ({ sub_total, discount, tax, total, balance_applied, lines }: Row): Figures => ({
  ...{ subTotal: Number(sub_total), discount: Number(discount), tax: Number(tax) },
  total: Math.max(0, Math.round((Number(total) - Number(balance_applied)) * 100) / 100),
  lines: lines.map(({ words, amount }) => [words, amount]),
});

const keyOf = ({ life, kind, start, end }: DocumentOfYear): string =>
  [life, kind, text(start), text(end)].join(' ');
const keyOfRow = ({ life, kind, start, end }: Row): string =>
  [life, kind, start.toISOString(), end.toISOString()].join(' ');

const itemOf = ({ item, words }: Row['lines'][number]): string =>
  words.endsWith(', once')
    ? 'setup'
    : ['seats', 'extra', 'boost', 'calls', 'Other'].includes(item)
      ? item
      : 'flat';

type LinePicture = [name: string, ...figures: number[]];
const ordered = (lines: LinePicture[]): string[] => lines.map((line) => line.join(' ')).sort();

const pictureOfRow = (row: Row): unknown => [
  ...[keyOfRow(row), row.payer, row.issued.toISOString()],
  ...[row.sub_total, row.discount, row.tax, row.total, row.balance_applied].map(Number),
  ordered(row.lines.map((line) => [itemOf(line), line.quantity, line.amount, line.discount, line.tax])),
];

function pictureOf(document: DocumentOfYear): unknown {
  const { payer, currency, issuedAt, subTotal, discount, tax, total, applied, lines } = document;
  const figure = (minor: bigint): number => told(minor, currency);
  return [
    ...[keyOf(document), payer, text(issuedAt)],
    ...[subTotal, discount, tax, total, applied].map(figure),
    ordered(
      lines.map((line) => [
        line.name,
        line.quantity,
        figure(line.amount),
        figure(line.discount),
        figure(line.tax),
      ]),
    ),
  ];
}

const toldOf = ({ state, subtotal, discount, tax, total, amountDue, lineItems }: ToldInvoice): unknown => [
  ...[state, subtotal, discount, tax, total, amountDue],
  lineItems.map(({ amount }) => amount).sort((a, b) => a - b),
];

function toldOfModel({ currency, lines, ...document }: DocumentOfYear): unknown {
  const { subTotal, discount, tax, total, applied, isPaid, credited } = document;
  const state = isPaid ? 'PAID' : credited === total ? 'CANCELED' : 'OPEN';
  // What a note takes back of what the balance has paid is there again.
  const settled = credited !== null && credited > applied ? credited : applied;
  const due = state === 'OPEN' && total > settled ? total - settled : 0n;
  return [
    state,
    ...[subTotal, discount, tax, total, due].map((minor) => told(minor, currency)),
    lines.map(({ amount }) => told(amount, currency)).sort((a, b) => a - b),
  ];
}
