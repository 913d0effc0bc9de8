import { Decimal } from '#libs/kernel/decimal';
import { ChargesUnderKills, collecting, type OwedInvoice } from '../support/charges-under-kills';
import { eventually } from '../support/eventually';
import type { Blow } from '../support/kills';
import { attachMethod } from '../support/payment-methods';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { accountSecrets } from '../support/stripe-account';
import { StripeBank } from '../support/stripe-bank';
import { StripeDouble } from '../support/stripe-double';
import type { Behavior } from '../support/stripe-double-methods';
import type { IntentStatus } from '../support/stripe-double-payments';
import { StripeMishaps } from '../support/stripe-mishaps';
import { StripePostman } from '../support/stripe-postman';

// Domain: contracts-billing

jest.setTimeout(1_800_000);

/** How somebody pays, what the bank or they decide later, and what must have come of it. */
interface Kind {
  charge: Behavior['charge'];
  later?: IntentStatus;
  /** Is the invoice marked as paid while the money is on its way? */
  isOvertaken?: true;
  end: { invoice: string; payment: string; told: string };
}

const paidBy = { invoice: 'PAID', payment: 'SUCCEEDED', told: 'invoice.paid' };
const failed = { invoice: 'OPEN', payment: 'FAILED', told: 'customer.payment_failed' };
const allKinds = {
  declines: { charge: 'DECLINES', end: failed },
  pays_late: { charge: 'PROCESSES', later: 'succeeded', end: paidBy },
  fails_late: { charge: 'PROCESSES', later: 'requires_payment_method', end: failed },
  acts: { charge: 'NEEDS_ACTION', later: 'succeeded', end: paidBy },
  gives_up: { charge: 'NEEDS_ACTION', later: 'canceled', end: { ...failed, payment: 'CANCELED', told: '' } },
  overtaken: {
    ...{ charge: 'PROCESSES', later: 'succeeded', isOvertaken: true },
    end: { ...paidBy, payment: 'RETURNED' },
  },
  pays: { charge: 'PAYS', end: paidBy },
} as const satisfies Record<string, Kind>;
const names = Object.keys(allKinds) as (keyof typeof allKinds)[];
/** One in ten is of each kind, and what is left over pays at once. */
const kindOf = (n: number): keyof typeof allKinds => names[n % 10] ?? 'pays';

const { begun, taken, paid, answered } = collecting;
const places: Blow[] = ['at random', paid, taken, 'at random', begun, answered, 'at random'];

/** What became of each invoice here, and what was told of it. */
const book = `
  select i.customer_id as customer, i.state as invoice, i.total::float8, p.state as payment, p.uid, p.returned::float8,
         coalesce((select string_agg(e.type, ' ') from outbox_event e
                    where e.entity_id = i.uid::text and e.type in ('invoice.paid', 'customer.payment_failed')), '') as told
    from invoice i left join payment p on p.invoice_uid = i.uid
   order by i.uid`;

interface Booked {
  customer: string;
  invoice: string;
  total: number;
  payment: string;
  uid: string;
  returned: number;
  told: string;
}

describe(`${scaled(500, 30)} invoices are charged at Stripe under ${scaled(40, 3)} kills`, () => {
  const random = seededRandom('stripe-crash.spec');
  const mishaps = new StripeMishaps(random);
  const kinds = new Map(Array.from({ length: scaled(500, 30) }, (_, n) => [`customer-${n}`, kindOf(n)]));
  const overtaken = new Set<string>();
  let aheadMs = 0;
  let double: StripeDouble;
  let charges: ChargesUnderKills;
  let bank: StripeBank;
  let postman: StripePostman;

  beforeAll(async () => {
    const now = () => new Date(Date.now() + aheadMs);
    double = await StripeDouble.start({ ...accountSecrets, now, mishap: mishaps.next });
    for (const [name, { charge }] of Object.entries(allKinds))
      double.addMethod(`pm_${name}`, { type: charge === 'PROCESSES' ? 'sepa_debit' : 'card', charge });
    charges = await ChargesUnderKills.start({ STRIPE_API_URL: double.url });
    const { callbackPath } = await charges.sell<{ callbackPath: string }>(
      [...kinds.keys()],
      accountSecrets,
      // Of the second, the product with 100 is no whole number in binary.
      { pro: 49.99, lite: 0.57 },
      (id) => eventually(async () => void (await attachMethod(charges.api, `pm_${kinds.get(id)}`, id))),
    );
    bank = new StripeBank(double, decisionOn, random);
    postman = new StripePostman(double, () => charges.url + callbackPath, random);
  });
  afterAll(async () => {
    await bank?.end();
    await postman?.end();
    await charges?.end();
    await double?.close();
  });

  const decisionOn = (customerId: string) => {
    const { later, isOvertaken }: Kind = allKinds[kinds.get(customerId) ?? 'pays'];
    return isOvertaken && !overtaken.has(customerId) ? undefined : later;
  };

  /** Whoever is to be overtaken pays otherwise, before the money comes. */
  const overtake = async ({ uid, customer }: OwedInvoice): Promise<void> => {
    if (kinds.get(customer) !== 'overtaken') return;
    const path = `/customers/${customer}/invoices/${uid}/paid`;
    const { status } = await charges.ask('POST', path, `paid-${uid}`);
    expect(status).toBe(201);
    overtaken.add(customer);
  };

  /** In minor units. */
  const movedFor = (paymentUid: string) =>
    double
      .charges()
      .filter((charge) => charge.paymentUid === paymentUid)
      .map(({ amount, refunded, currency }) => ({ amount, refunded, currency }));

  const expected = ({ customer, total }: Booked) => {
    const { charge, later, isOvertaken, end }: Kind = allKinds[kinds.get(customer) ?? 'pays'];
    const isCollected = charge === 'PAYS' || later === 'succeeded';
    const amount = new Decimal(total).times(100).toNumber();
    return {
      ...{ ...end, customer, total, returned: isOvertaken ? total : 0 },
      moved: isCollected ? [{ amount, refunded: isOvertaken ? amount : 0, currency: 'usd' }] : [],
    };
  };

  it('V14: Stripe has the money of each once, of those that are paid by it alone, and nothing is on its way for ever', async () => {
    const blows = Array.from({ length: scaled(40, 3) }, (_, n) => places[n % places.length] as Blow);
    await charges.chargeAll(blows, random, overtake);
    // From now on a search finds what was made until now.
    aheadMs = 120_000;
    await charges.untilSettled();
    await postman.untilEmpty();

    const { rows } = await charges.client.query<Booked>(book);
    expect(rows.map(({ uid, ...row }) => ({ ...row, moved: movedFor(uid) }))).toEqual(rows.map(expected));
    expect([rows.length, double.charges().length, double.api.customers.size]).toEqual([
      kinds.size,
      rows.flatMap(({ uid }) => movedFor(uid)).length,
      kinds.size,
    ]);
    const answers = new Set<number | 'none'>([...postman.answers.keys(), 'none', 503]);
    expect(answers).toEqual(new Set([200, 'none', 503]));
    expect(mishaps.counted.LOSE_ANSWER).toBeGreaterThan(0);
    expect(double.misuses).toEqual([]);
    expect(await charges.stop()).toEqual({ code: 0, signal: null });
  });
});
