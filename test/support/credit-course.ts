import type { TestApp } from './app';
import type { Json } from './catalog';
import { expectOk, type RestAnswer } from './client';
import { CreditModel } from './credit-model';
import { creditCustomer, giveCredits, grantsOf, ledgerOf, proofOf } from './credits';
import { moveClock, sandbox, setClock } from './environment-clock';
import type { TestEnvironment } from './environments';
import type { SeededRandom } from './seeded-random';

const hourMs = 3_600_000;
/** Its hour 0; what is told late lies after it. */
const begin = Date.parse('2027-01-01T00:00:00Z');
const firstHour = 100;
const at = (hour: number): string => new Date(begin + hour * hourMs).toISOString();

interface Given {
  /** As the model names it. */
  uid: string;
  id: string;
  from: number;
  until: number | null;
  isVoided: boolean;
}

/** One course of a wallet through the doors of the service, and of the model that counts single credits. Domain: credits G3, G5, G6, N2–N7, N11 */
export class CreditCourse {
  private readonly model = new CreditModel();
  private readonly given: Given[] = [];
  private readonly sent: { body: Json; answer: RestAnswer }[] = [];
  private hour = firstHour;
  private taken = 0;

  private constructor(
    private readonly app: TestApp,
    private readonly place: TestEnvironment,
    private readonly random: SeededRandom,
  ) {}

  static async begin(app: TestApp, random: SeededRandom): Promise<CreditCourse> {
    const place = await sandbox(app);
    await creditCustomer(place.api);
    const course = new CreditCourse(app, place, random);
    await course.moveTo(firstHour);
    return course;
  }

  async go(steps: number): Promise<void> {
    const { random } = this;
    const kinds = [
      ...[() => this.give(), () => this.give(), () => this.use(), () => this.use(), () => this.use()],
      ...[() => this.useMany(), () => this.repeat(), () => this.end(), () => this.change()],
      ...[() => this.pass(), () => this.passUnnoted(), () => this.look()],
    ];
    for (let step = 0; step < steps; step++) await random.pick(kinds)();
    await this.look();
  }

  /** That the service has come to what the model has. */
  async look(): Promise<void> {
    const { api } = this.place;
    this.model.advance(this.hour);
    const grants = await grantsOf(api);
    const consumed = new Map(grants.map(({ id, consumedAmount }) => [id, consumedAmount]));
    const [last] = await ledgerOf(api, 'c', '&currencyId=tokens');
    const told = {
      balance: last ? last['endingBalance'] : 0,
      consumed: this.given.map(({ uid, id }) => [uid, consumed.get(id)]),
      taken: await this.takenByLedger(),
      proof: await proofOf(api),
    };
    const { balance } = this.model;
    const proof = expect.objectContaining({ holds: true, firstFault: null });
    expect(told).toEqual({ balance, consumed: this.model.consumed, taken: this.taken, proof });
    const open = grants.filter(({ grantType, status }) => grantType === 'OVERDRAFT' && status === 'ACTIVE');
    expect(open.length).toBe(balance < 0 ? 1 : 0);
  }

  private async give(): Promise<void> {
    const { hour, random } = this;
    const from = hour + random.whole(-8, 8);
    const until = random.next() < 0.3 ? null : Math.max(from, hour) + random.whole(1, 20);
    const grantType = random.pick(['PAID', 'PROMOTIONAL'] as const);
    const [amount, priority] = [random.whole(1, 30), random.whole(0, 2)];
    const uid = `G${String(this.given.length).padStart(2, '0')}`;
    const span = { effectiveAt: at(from), ...(until !== null && { expireAt: at(until) }) };
    const { id } = await giveCredits(this.place.api, {
      displayName: uid,
      grantType,
      amount,
      priority,
      ...span,
    });
    this.given.push({ uid, id: String(id), from, until, isVoided: false });
    this.model.give({ uid, grantType, amount, priority, from, until, made: hour }, hour);
  }

  private async use(): Promise<void> {
    const { hour, random, model } = this;
    const enforceLimit = random.next() < 0.4;
    const [body, usedAt] = this.consumption();
    const { amount } = body as { amount: number };
    const answer = await this.post('/credits/consumption', { ...body, enforceLimit });
    if (enforceLimit) {
      model.advance(hour);
      expect([answer.status, amount]).toEqual([model.balance >= amount ? 201 : 400, amount]);
      if (answer.status !== 201) return expect(answer).toRefuse('EntitlementLimitExceededError');
    }
    expect(answer.status).toBe(201);
    this.sent.push({ body, answer });
    this.count(amount, usedAt);
    const { credit } = (answer.body as { data: { credit: { usageLimit: number; currentUsage: number } } })
      .data;
    expect(credit.usageLimit - credit.currentUsage).toBe(model.balance);
  }

  private async useMany(): Promise<void> {
    const several = Array.from({ length: this.random.whole(1, 5) }, () => this.consumption());
    const consumptions = several.map(([body]) => body);
    expect((await this.post('/credits/consumption/async', { consumptions })).status).toBe(201);
    for (const [{ amount }, usedAt] of several) this.count(Number(amount), usedAt);
  }

  private async repeat(): Promise<void> {
    const before = this.random.pick(this.sent);
    if (!before) return;
    const again = await this.post('/credits/consumption', { ...before.body, createdAt: at(this.hour) });
    expect([again.status, again.text]).toEqual([before.answer.status, before.answer.text]);
    // Its wallet was locked, and nothing moved it.
  }

  private async end(): Promise<void> {
    const grant = this.random.pick(this.given);
    if (!grant) return;
    const answer = await this.post(`/credits/grants/${grant.id}/void`);
    if (grant.isVoided) return expect(answer).toRefuse('CreditGrantAlreadyVoided');
    if (this.isOver(grant)) return expect(answer).toRefuse('CreditGrantCannotBeVoided');
    expect(answer.status).toBe(201);
    grant.isVoided = true;
    this.model.advance(this.hour);
    this.model.void(grant.uid);
  }

  private async change(): Promise<void> {
    const { hour, random } = this;
    const grant = random.pick(this.given);
    if (!grant) return;
    const until = random.next() < 0.3 ? null : Math.max(grant.from, hour) + random.whole(1, 20);
    const priority = random.whole(0, 2);
    const body = { priority, expireAt: until === null ? null : at(until) };
    const answer = await this.place.api.rest('PATCH', `/credits/grants/${grant.id}`, body);
    if (this.isOver(grant)) return expect(answer).toRefuse('CannotUpdateExpireAtForExpiredCreditGrantError');
    if (grant.isVoided) return expect(answer).toRefuse('BadUserInput', /voided/);
    expect(answer.status).toBe(200);
    grant.until = until;
    this.model.advance(hour);
    this.model.update(grant.uid, { priority, until });
  }

  /** What falls due is noted on the way. */
  private async pass(): Promise<void> {
    this.hour += this.random.whole(1, 10);
    await this.moveTo(this.hour);
    this.model.advance(this.hour);
  }

  /** From there it runs on with that of the application. */
  private async moveTo(hour: number): Promise<void> {
    await moveClock(this.place, at(hour));
    await expectOk(setClock(this.place, null));
  }

  /** Nobody has noted anything by then. */
  private passUnnoted(): Promise<void> {
    const hours = this.random.whole(1, 10);
    this.hour += hours;
    this.app.clock.advance({ hours });
    return Promise.resolve();
  }

  private consumption(): [body: Json, usedAt: number] {
    const { hour, random } = this;
    const usedAt = hour - random.whole(0, 12);
    const idempotencyKey = `use-${random.next()}`;
    const body = { customerId: 'c', currencyId: 'tokens', amount: random.whole(1, 25), idempotencyKey };
    return [{ ...body, createdAt: at(usedAt) }, usedAt];
  }

  private count(amount: number, usedAt: number): void {
    this.model.use(amount, usedAt, this.hour);
    this.taken += amount;
  }

  private isOver = ({ until, isVoided }: Given): boolean => !isVoided && until !== null && until <= this.hour;

  private post = (path: string, body?: Json): Promise<RestAnswer> => this.place.api.rest('POST', path, body);

  private async takenByLedger(): Promise<number> {
    const text = `select coalesce(-sum(amount), 0)::float as taken from credit_ledger_entry
                   where environment_id = $1 and event_type = 'CREDITS_CONSUMED'`;
    const [row] = await this.app.dataSource.query<{ taken: number }[]>(text, [this.place.environmentId]);
    return (row as { taken: number }).taken;
  }
}
