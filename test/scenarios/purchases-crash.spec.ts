import { setTimeout as pause } from 'node:timers/promises';
import { Decimal } from '#libs/kernel/decimal';
import { createCustomer, createFeature, type Json } from '../support/catalog';
import { expectOk, type RestAnswer } from '../support/client';
import { ChargesUnderKills, collecting } from '../support/charges-under-kills';
import { moveClock } from '../support/environment-clock';
import { eventually } from '../support/eventually';
import type { Place } from '../support/gate';
import type { Blow } from '../support/kills';
import { attachMethod } from '../support/payment-methods';
import {
  courses,
  isPaidBy,
  leftOf,
  pricedPlans,
  requestOf,
  ways,
  type Course,
  type Left,
  type Way,
  type Wish,
} from '../support/purchase-courses';
import { inParallel } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { accountSecrets } from '../support/stripe-account';
import { StripeBank } from '../support/stripe-bank';
import { StripeDouble } from '../support/stripe-double';
import { StripeMishaps } from '../support/stripe-mishaps';
import { StripePostman } from '../support/stripe-postman';

// Domain: customers-subscriptions

jest.setTimeout(1_800_000);

const clients = 8;
const { begun, taken, paid, answered } = collecting;
const made: Place = { table: 'subscription', on: 'insert', at: 'write' };
const billed: Place = { table: 'invoice', on: 'insert', at: 'commit' };
const places: Blow[] = ['at random', begun, made, taken, 'at random', paid, answered, billed, 'at random'];
const dayAndMoreMs = 25 * 3_600_000;

const unsettled = `select customer_id as id, state from payment where settled_at is null and state <> 'OFFERED'`;
const inHand = `state in ('DUE', 'COLLECTED', 'RETURNING')`;

/** Makes due at once what would be by itself: a lease that a killed process left ends in two minutes, what is on its way is looked at each hour. */
const makeDue = (which: string): string => `
  with due as (
    update payment set due_at = now()
     where settled_at is null and due_at > now() and updated_at < now() - interval '3 seconds' and ${which}
    returning uid)
  select graphile_worker.add_job('collect-payments') from due limit 1`;

/** A request, and what it was answered. */
interface Asked {
  wish: Wish;
  status: number;
  body: Json;
}

/** A customer with what they buy, and all that they were answered. */
interface Buyer extends Course {
  id: string;
  asked: Asked[];
}

interface Billed {
  customer: string;
  state: string;
  /** What is left of the money that was taken for it is what was due of it. */
  isSquare: boolean;
  /** Payments that have come for it, and how often it was told. */
  payments: number;
  told: number;
  standing: string;
}

/** Each invoice, and what has become of the subscription that it bills. */
const invoiceBook = `
  select i.customer_id as customer, i.state, p.payments,
         p.kept = case i.state when 'PAID' then i.total - i.balance_applied else 0 end as "isSquare",
         (select count(*)::int from outbox_event e where e.entity_id = i.uid::text and e.type = 'invoice.paid') as told,
         case when s.canceled_at is null then s.slot else s.cancel_reason end as standing
    from invoice i left join subscription s on s.uid = i.contract_uid,
         lateral (select count(*)::int as payments, coalesce(sum(amount - returned), 0) as kept from payment
                   where invoice_uid = i.uid and state in ('SUCCEEDED', 'RETURNED')) p
   where i.state <> 'DRAFT' order by i.uid`;

/** Of each customer: what runs, and what its invoices say was due of them. */
const customerBook = `
  select c.id, coalesce((select sum(i.total - i.balance_applied) from invoice i where i.customer_id = c.id and i.state = 'PAID'), 0)::text as paid,
         (select array_agg(s.plan_id) from subscription s
           where s.customer_id = c.id and s.canceled_at is null) as plans,
         (select (s.purchase -> 'quantities' -> 0 ->> 'quantity')::int from subscription s
           where s.customer_id = c.id and s.canceled_at is null) as seats
    from customer c`;

const unfinished = `
  select 'payment' as what, state as how from payment where settled_at is null or due_at is not null
   union all select 'subscription', 'PAYMENT_PENDING' from subscription where pending_until is not null and canceled_at is null`;

interface Customer {
  id: string;
  paid: string;
  plans: string[] | null;
  seats: number | null;
}

describe(`${scaled(330, courses.length)} customers buy under ${scaled(40, 4)} kills`, () => {
  const random = seededRandom('purchases-crash.spec');
  const mishaps = new StripeMishaps(random);
  const buyers: Buyer[] = Array.from({ length: scaled(330, courses.length) }, (_, n) => ({
    ...(courses[n % courses.length] as Course),
    ...{ id: `customer-${n}`, asked: [] },
  }));
  const wayNow = new Map<string, Way>();
  let aheadMs = 0;
  let double: StripeDouble;
  let charges: ChargesUnderKills;
  let bank: StripeBank;
  let postman: StripePostman;

  beforeAll(async () => {
    // Ten times as fast as ours, so that a search that is a minute behind is waited for some seconds.
    const begunAt = Date.now();
    const now = () => new Date(begunAt + 10 * (Date.now() - begunAt) + aheadMs);
    double = await StripeDouble.start({ ...accountSecrets, now, mishap: mishaps.next });
    for (const [name, { charge }] of Object.entries(ways))
      double.addMethod(`pm_${name}`, { type: charge === 'PROCESSES' ? 'sepa_debit' : 'card', charge });
    charges = await ChargesUnderKills.start({ STRIPE_API_URL: double.url }, [made, billed]);
    await createFeature(charges.api, 'seats', 'config');
    const { callbackPath } = await charges.open<{ callbackPath: string }>(accountSecrets, pricedPlans);
    await inParallel(clients, buyers, async ({ id }) => {
      await createCustomer(charges.api, id, { email: `${id}@example.com` });
    });
    bank = new StripeBank(double, decisionOn, random);
    postman = new StripePostman(double, () => charges.url + callbackPath, random);
  });
  afterAll(async () => {
    await bank?.end();
    await postman?.end();
    await charges?.end();
    await double?.close();
  });

  /** Attached again and again until it is. */
  const payBy = async (way: Way, customerId: string): Promise<void> => {
    wayNow.set(customerId, way);
    await eventually(async () => void (await attachMethod(charges.api, `pm_${way}`, customerId)), 180_000);
  };

  const ask = async (buyer: Buyer, wish: Wish, key: string | undefined, running?: string): Promise<Json> => {
    const request = requestOf(wish, buyer.id, running);
    const send = () => charges.ask(request.method, request.path, key, request.body);
    let told = await send();
    while (isToBeRepeated(told)) {
      await pause(100);
      told = await send();
    }
    const body = told.status < 300 ? (told.body as { data: Json }).data : (told.body as Json);
    buyer.asked.push({ wish, status: told.status, body });
    return body;
  };

  /** Who attaches another method before it is known whether the first one has paid may have detached what was to pay. */
  const untilPaid = (id: string): Promise<void> =>
    eventually(async () => {
      expect(await expectOk<Json>(charges.api.rest('GET', `/subscriptions/${id}`))).toMatchObject({
        status: 'ACTIVE',
      });
    }, 180_000);

  const buy = async (buyer: Buyer): Promise<void> => {
    const { id, first, wishes, by, isKeyless, usesPage } = buyer;
    let running: string | undefined;
    if (first !== null) {
      await payBy('pays', id);
      running = String((await ask(buyer, first, `${id}-first`))['id']);
      await untilPaid(running);
    }
    await payBy(by, id);
    const keyOf = (n: number) => (isKeyless ? undefined : `${id}-${n}`);
    const answers = await Promise.all(wishes.map((wish, n) => ask(buyer, wish, keyOf(n), running)));
    if (!usesPage) return;
    const offer = await untilOffered(buyer, answers[0]);
    double.payPage(String(offer['checkoutBillingId']), 'pm_pays');
  };

  /** Where nobody knew yet that it was declined it waits, and whoever wants it still asks for it anew. Domain: customers-subscriptions V9 */
  const untilOffered = async (buyer: Buyer, answer: Json | undefined): Promise<Json> => {
    let offer = answer;
    for (let n = 1; offer && isPending(offer); n++)
      offer = await ask(buyer, buyer.wishes[0] as Wish, `${buyer.id}-anew-${n}`);
    expect(offer).toMatchObject({ checkoutBillingId: expect.any(String) });
    return offer as Json;
  };

  /** What somebody has left on its way is looked after, while work goes on. */
  const lookingAfter = async (work: Promise<void>): Promise<void> => {
    let isOver = false;
    const end = () => (isOver = true);
    work.then(end, end);
    while (!isOver) {
      await charges.client.query(makeDue(inHand));
      await pause(500);
    }
    await work;
  };

  const decisionOn = (customerId: string) => ways[wayNow.get(customerId) ?? 'pays'].later;

  /** All but what nobody acts on, and pages that nobody uses. A notice may lie with a job that a killed process had taken. */
  const untilKnown = (): Promise<void> =>
    eventually(async () => {
      await charges.client.query(makeDue(`state <> 'OFFERED'`));
      const { rows } = await charges.client.query<{ id: string; state: string }>(unsettled);
      const isLeft = ({ id, state }: (typeof rows)[number]): boolean =>
        ['PROCESSING', 'ACTION_REQUIRED'].includes(state) && decisionOn(id) === undefined;
      expect(rows.filter((each) => !isLeft(each))).toEqual([]);
    }, 120_000);

  /** What nobody has paid within a day is over. */
  const letADayPass = async (): Promise<void> => {
    const { rows } = await charges.client.query<{ id: string }>('select uid as id from environment');
    const place = { api: charges.api, environmentId: String(rows[0]?.id) };
    aheadMs = dayAndMoreMs;
    await moveClock(place, new Date(Date.now() + aheadMs));
    await charges.untilSettled();
    await postman.untilEmpty();
  };

  /** Of each customer, in whole dollars: what was collected and not given back. */
  const moneyAt = (): Map<string, Decimal> => {
    const sums = new Map<string, Decimal>();
    for (const { customer: ref, amount, refunded } of double.charges()) {
      const id = String(double.api.customers.get(ref)?.metadata['customerId']);
      sums.set(id, (sums.get(id) ?? new Decimal(0)).plus(new Decimal(amount - refunded).dividedBy(100)));
    }
    return sums;
  };

  it('V9, D8: what is paid is made, and what is made is paid, once', async () => {
    const blows = Array.from({ length: scaled(40, 4) }, (_, n) => places[n % places.length] as Blow);
    await lookingAfter(
      charges.underBlows(blows, random, () => inParallel(clients, random.shuffled(buyers), buy)),
    );
    await untilKnown();
    await letADayPass();
    const { rows: left } = await charges.client.query(unfinished);
    expect(left).toEqual([]);

    const { rows: customers } = await charges.client.query<Customer>(customerBook);
    const byId = new Map(customers.map((each) => [each.id, each]));
    const money = moneyAt();
    const found = buyers.map((buyer) => foundOf(buyer, byId.get(buyer.id), money));
    expect(found).toEqual(
      buyers.map((buyer, n) => ({ ...courseOf(buyer), ...expectedOf(buyer, found[n]), unbilled: '0' })),
    );
    const { rows: invoices } = await charges.client.query<Billed>(invoiceBook);
    expect(invoices.filter((each) => !isInOrder(each))).toEqual([]);
    expect(buyers.flatMap((buyer) => faultsOf(buyer, invoices))).toEqual([]);
    expect(double.misuses).toEqual([]);
    expect(await charges.stop()).toEqual({ code: 0, signal: null });
  });
});

const courseOf = ({ id, first, wishes, by }: Buyer) => ({ id, course: [first, ...wishes, by].join(' ') });

/** What is left of what a customer bought, and how much money was collected that no paid invoice speaks of. */
function foundOf(buyer: Buyer, customer: Customer | undefined, money: ReadonlyMap<string, Decimal>) {
  const paid = new Decimal(customer?.paid ?? 0);
  const collected = money.get(buyer.id) ?? new Decimal(0);
  return {
    ...courseOf(buyer),
    ...{ plan: customer?.plans?.join() ?? null, seats: customer?.seats ?? null },
    ...{ paid: paid.ceil().toNumber(), unbilled: collected.minus(paid).toString() },
  };
}

/** Paid once and told once, of what runs or gave way to more; else over with what it was for. */
function isInOrder({ state, isSquare, payments, told, standing }: Billed): boolean {
  if (state === 'PAID')
    return isSquare && payments === 1 && told === 1 && ['PLAN', 'UPGRADE_OR_DOWNGRADE'].includes(standing);
  return state === 'CANCELED' && isSquare && told === 0;
}

/** What it was told that it has bought; of several, which one took the place of the others is nobody's to say. */
function expectedOf(buyer: Buyer, found: Left | undefined): Left {
  const bought = buyer.wishes.filter(
    (wish) => buyer.usesPage || buyer.asked.some((each) => each.wish === wish && isAccepted(each)),
  );
  const all = (bought.length > 0 ? bought : buyer.wishes).map((wish) => leftOf(buyer, wish));
  return all.find(({ plan, seats }) => plan === found?.plan && seats === found.seats) ?? (all[0] as Left);
}

/** Answers that are not true, and more invoices than anything was bought. */
function faultsOf(buyer: Buyer, invoices: readonly Billed[]): string[] {
  const { id, by, asked } = buyer;
  const untrue = asked.filter((each) => !isTrue(buyer, each));
  const bought = asked.filter(isAccepted).length + (buyer.usesPage ? 1 : 0);
  const paid = invoices.filter(({ customer, state }) => customer === id && state === 'PAID').length;
  return [
    ...untrue.map(({ wish, status, body }) => `${id} ${by} ${wish}: ${status} ${JSON.stringify(body)}`),
    ...(paid > bought ? [`${id} has ${paid} invoices for ${bought} purchases`] : []),
  ];
}

/** Only what is declined by then is refused, and of two at once the one that costs otherwise once the other is made. */
function isTrue({ by, first, wishes }: Buyer, asked: Asked): boolean {
  if (asked.wish === first) return isAccepted(asked);
  if (!isPaidBy(by)) return by !== 'declines' || !isAccepted(asked) || isPending(asked.body);
  return isAccepted(asked) || (wishes.length > 1 && String(asked.body['message']).includes('goes back'));
}

/** Something else is being paid for, or nobody knows what came of it. */
const isToBeRepeated = ({ status, text }: RestAnswer): boolean =>
  status === 400 && text.includes('repeat the request');

/** It waits for a payment of which nobody knows yet what comes of it. */
const isPending = ({ subscription }: Json): boolean =>
  (subscription as Json | null | undefined)?.['status'] === 'PAYMENT_PENDING';

const isAccepted = ({ status, body }: Asked): boolean =>
  status < 300 && body['status'] !== 'PAYMENT_REQUIRED';
