import { createCustomer, type Json } from '../support/catalog';
import { ChargesUnderKills, collecting } from '../support/charges-under-kills';
import { expectOk } from '../support/client';
import { grantBody, proofOf } from '../support/credits';
import type { Place } from '../support/gate';
import type { Blow } from '../support/kills';
import { payBy } from '../support/payment-methods';
import { inParallel } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';

// Domain: credits

jest.setTimeout(1_800_000);

const clients = 8;
const random = seededRandom('granted-crash.spec');
const { begun, answered } = collecting;
const moved: Place = { table: 'sandbox_payment', on: 'insert', at: 'commit' };
const billed: Place = { table: 'invoice', on: 'insert', at: 'commit' };
const given: Place = { table: 'credit_grant', on: 'insert', at: 'write' };
const places: Blow[] = [moved, given, begun, billed, answered];
const count = scaled(320, 60);
const kills = Array.from({ length: scaled(40, 5) }, (_, n) => places[n % places.length] as Blow);

/** One in four declines, one in four is charged later; the others pay while somebody waits. */
const ways = [
  { method: 'pays', isAwaited: true },
  { method: 'declines', isAwaited: true },
  { method: 'pays', isAwaited: true },
  { method: 'pays_late', isAwaited: false },
] as const;
const wayOf = (n: number): (typeof ways)[number] => ways[n % ways.length] as (typeof ways)[number];

/** Late ones come at once. */
const anHourLater = `update sandbox_payment set created_at = created_at - interval '2 hours'`;

/** What became of each customer's purchase, by how many it is so. */
const book = `
  select grants, pending, paid, moved, told, count(*)::int as customers
    from (select (select count(*)::int from credit_grant g where g.customer_id = c.id) as grants,
                 (select count(*)::int from credit_grant g where g.customer_id = c.id and g.is_pending) as pending,
                 (select count(*)::int from invoice i where i.customer_id = c.id and i.state = 'PAID') as paid,
                 (select count(*)::int from payment p join sandbox_payment s on s.key = 'charge-' || p.uid
                   where p.customer_id = c.id and s.behavior <> 'DECLINES') as moved,
                 (select count(*)::int from outbox_event e join credit_grant g on g.id = e.entity_id
                   where g.customer_id = c.id and e.type = 'credit_grant.created') as told
            from customer c) f
   group by 1, 2, 3, 4, 5 order by 1`;

describe(`${count} customers buy credits under ${kills.length} kills`, () => {
  const customers = Array.from({ length: count }, (_, n) => `customer-${n}`);
  let charges: ChargesUnderKills;

  beforeAll(async () => {
    charges = await ChargesUnderKills.start({}, [moved, billed, given]);
    await charges.open({ sandbox: true }, {});
    const currency = { id: 'tokens', displayName: 'Tokens' };
    await expectOk(charges.api.rest('POST', '/credits/custom-currencies', currency));
    await inParallel(clients, [...customers.entries()], async ([n, id]) => {
      await createCustomer(charges.api, id);
      await payBy(charges.api, wayOf(n).method, id);
    });
  });
  afterAll(() => charges?.end());

  const buy = async (id: string, n: number): Promise<void> => {
    const { isAwaited: awaitPaymentConfirmation, method } = wayOf(n);
    const cost = { amount: 5, currency: 'usd' };
    const charged = { paymentCollectionMethod: 'CHARGE', awaitPaymentConfirmation, cost };
    const { status, body } = await charges.ask(
      'POST',
      '/credits/grants',
      id,
      grantBody({ ...charged, customerId: id }),
    );
    expect([id, status]).toEqual([id, method === 'declines' ? 400 : 201]);
    if (method === 'declines') expect((body as Json)['code']).toBe('PaymentProcessorError');
  };

  it('G4: each is charged once and granted once, or neither', async () => {
    await charges.underBlows(kills, random, () =>
      inParallel(clients, [...customers.entries()], ([n, id]) => buy(id, n)),
    );
    await charges.untilSettled(() => charges.client.query(anHourLater));

    const quarter = count / 4;
    expect((await charges.client.query(book)).rows).toEqual([
      { grants: 0, pending: 0, paid: 0, moved: 0, told: 0, customers: quarter },
      { grants: 1, pending: 0, paid: 1, moved: 1, told: 1, customers: 3 * quarter },
    ]);
    const [first = ''] = customers;
    expect(await proofOf(charges.api, first)).toMatchObject({ holds: true, rows: 1 });
    expect(await charges.stop()).toEqual({ code: 0, signal: null });
  });
});
