import type { Json } from './catalog';
import { expectOk, expectPage, type RestAnswer } from './client';
import { at, dayMinutes, lastInstant, months, refused, sites, CreditSteps, type Asked } from './credit-steps';
import type { SeededRandom } from './seeded-random';
import type { Fact, Teller, ToldEnvironment } from './told-facts';

const repeatedDays = 20;

interface Held {
  /** Of its customer, from 1 on. */
  place: number;
  planId: string;
  customer: string;
}

/** Three months of customers who use, buy and are given credits, by chance: what was acknowledged are the facts. */
export class CreditMonths {
  /** In the order in which they were acknowledged. */
  readonly facts: Fact[] = [];
  /** How often each kind of step was acknowledged (`use`) and refused (`use refused`). */
  readonly tally: Record<string, number> = {};
  private readonly steps: CreditSteps;
  private readonly keyed: Fact[] = [];

  constructor(
    private readonly environment: ToldEnvironment,
    private readonly customers: readonly string[],
    private readonly random: SeededRandom,
  ) {
    this.steps = new CreditSteps(random);
  }

  /** At so many instants each customer takes a step; the kinds come in their turn, in an order of chance. */
  async go(instants: number): Promise<void> {
    const { customers, random } = this;
    for (const customer of customers) await this.do('provision', customer);
    let left: Kind[] = [];
    for (const minute of this.minutes(instants)) {
      if (random.next() < 0.4) await this.look(minute);
      this.steps.minute = minute;
      for (const customer of random.shuffled(customers)) {
        if (left.length === 0) left = random.shuffled(deck);
        await this.do(left.pop() as Kind, customer);
      }
    }
    await this.environment.moveTo(lastInstant);
  }

  /** In their order, after the first one; some at midnight, when grants end and begin. */
  private minutes(count: number): number[] {
    const { random } = this;
    const minutes = new Set<number>();
    while (minutes.size < count) {
      const minute = random.whole(1, (months - 1) * dayMinutes);
      minutes.add(random.next() < 0.25 ? Math.ceil(minute / dayMinutes) * dayMinutes : minute);
    }
    return [...minutes].sort((a, b) => a - b);
  }

  private async do(kind: Kind, customerId: string): Promise<void> {
    const asked = await this.kinds[kind](customerId);
    if (!asked) return;
    const { mayBe, isKeyed, ...said } = asked;
    const by: Teller = this.random.next() < 0.5 ? 'server' : 'clerk';
    const fact: Fact = { at: this.instant(), by, customerId, ...said };
    const answer = await this.environment.tell(fact);
    if (answer.status >= 300) return this.noteRefusal(kind, fact, answer, mayBe);
    this.count(kind);
    this.facts.push(fact);
    if (isKeyed) this.keyed.push(fact);
  }

  /** What was refused is no fact. */
  private noteRefusal(kind: Kind, fact: Fact, { status, text }: RestAnswer, mayBe: RegExp | undefined): void {
    if (status !== 400 || !mayBe?.test(text))
      throw new Error(`${JSON.stringify(fact)} was answered ${status} ${text}`);
    this.count(`${kind} refused`);
  }

  private readonly kinds = {
    provision: (customer: string) => this.steps.subscribe(customer, this.random.pick(['small', 'large'])),
    site: (customer: string) => this.steps.subscribe(customer, 'site', this.random.pick(sites)),
    report: (customer: string) => this.steps.report(customer, 1),
    reports: (customer: string) => this.steps.report(customer, this.random.whole(2, 4)),
    events: (customer: string) => this.steps.tellEvents(customer),
    use: (customer: string) => this.steps.useOne(customer),
    useMany: (customer: string) => this.steps.useMany(customer),
    give: (customer: string) => this.steps.give(customer),
    change: (customer: string) => this.steps.change(customer),
    void: (customer: string) => this.steps.void(customer),
    repeat: () => this.repeat(),
    addons: (customer: string) =>
      this.patch(customer, { addons: [{ id: 'more', quantity: this.random.whole(1, 3) }] }),
    buy: (customer: string) =>
      this.patch(
        customer,
        { charges: [{ type: 'CREDIT', id: 'tokens', quantity: 500 * this.random.whole(0, 4) }] },
        'large',
      ),
    goOn: (customer: string) => this.patch(customer, { cancellationDate: null }),
    cancel: (customer: string) => this.cancel(customer),
  } satisfies Record<Kind, (customer: string) => Promise<Asked | undefined> | Asked | undefined>;

  /** Somebody was not answered, and asks again some days later: no fact. */
  private async repeat(): Promise<undefined> {
    const earliest = at(this.steps.minute - repeatedDays * dayMinutes);
    const before = this.random.pick(this.keyed.filter((fact) => fact.at >= earliest));
    if (!before) return;
    const answer = await this.environment.tell({ ...before, at: this.instant() });
    // Of a feature that its customer has lost by now not even a report that was counted is told again.
    if (answer.status !== 201) expect(answer.text).toMatch(refused.use);
    this.count('repeat');
  }

  private async patch(customer: string, body: Json, planId?: string): Promise<Asked | undefined> {
    const held = this.random.pick(
      await this.running(customer, (each) => (planId === undefined ? each !== 'site' : each === planId)),
    );
    return (
      held && { method: 'PATCH', path: `/subscriptions/${nameOf(held)}`, body, mayBe: refused.subscription }
    );
  }

  private async cancel(customer: string): Promise<Asked | undefined> {
    const { random } = this;
    const held = random.pick(await this.running(customer, () => true));
    if (!held) return undefined;
    const cancellationTime = random.pick(['IMMEDIATE', 'END_OF_BILLING_PERIOD', 'SPECIFIC_DATE']);
    const endDate = at(this.steps.minute + random.whole(1, 20) * dayMinutes);
    const body = { cancellationTime, ...(cancellationTime === 'SPECIFIC_DATE' && { endDate }) };
    return {
      method: 'POST',
      path: `/subscriptions/${nameOf(held)}/cancel`,
      body,
      mayBe: refused.subscription,
    };
  }

  private async running(customer: string, isMeant: (planId: string) => boolean): Promise<Held[]> {
    await this.environment.moveTo(this.instant());
    const path = `/subscriptions?customerId=${customer}&limit=100`;
    const { data } = await expectPage<Json>(this.environment.api.rest('GET', path));
    const all = data.toReversed().map((each, place) => ({ ...each, place: place + 1 }));
    return all
      .filter((each: Json) => each['status'] === 'ACTIVE' && isMeant(String(each['planId'])))
      .map((each: Json) => ({ customer, planId: String(each['planId']), place: Number(each['place']) }));
  }

  /** On the way, and somebody reads: what was told must not depend on it. */
  private async look(until: number): Promise<void> {
    const { api } = this.environment;
    await this.environment.moveTo(at((this.steps.minute + until) / 2));
    const customer = this.random.pick(this.customers);
    const paths = [`/credits/ledger?customerId=${customer}`, `/credits/grants?customerId=${customer}`];
    await expectOk(api.rest('GET', this.random.pick([...paths, `/customers/${customer}/entitlements`])));
    this.count('look');
  }

  private count(what: string): void {
    this.tally[what] = (this.tally[what] ?? 0) + 1;
  }

  private instant = (): string => at(this.steps.minute);
}

const nameOf = ({ customer, place }: Held): string => `{subscription ${customer} ${place}}`;

/** How often each kind comes, of so many steps. */
const often = {
  ...{ report: 3, reports: 2, events: 3, use: 3, useMany: 2, repeat: 2 },
  ...{ give: 3, change: 2, void: 1 },
  ...{ provision: 2, site: 1, addons: 1, buy: 1, goOn: 1, cancel: 1 },
};
type Kind = keyof typeof often;
const deck = (Object.entries(often) as [Kind, number][]).flatMap(([kind, count]) =>
  Array<Kind>(count).fill(kind),
);
