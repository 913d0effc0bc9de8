import { createCustomer, subscribe } from '../support/catalog';
import { ChargesUnderKills, collecting } from '../support/charges-under-kills';
import { expectOk } from '../support/client';
import { topUp } from '../support/credit-story';
import { consumptionBody, giveCredits, proofOf } from '../support/credits';
import { eventually } from '../support/eventually';
import type { Place } from '../support/gate';
import type { Blow } from '../support/kills';
import { payBy } from '../support/payment-methods';
import { flatFee, monthly } from '../support/priced-plans';
import { inParallel } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';

// Domain: credits

jest.setTimeout(1_800_000);

const clients = 8;
const random = seededRandom('recharges-crash.spec');
const count = scaled(300, 60);
const called: Place = { table: 'credit_wallet', on: 'update', at: 'commit' };
const granted: Place = { table: 'credit_grant', on: 'insert', at: 'write' };
const attempted: Place = { table: 'auto_recharge', on: 'update', at: 'commit' };
const moved: Place = { table: 'sandbox_payment', on: 'insert', at: 'commit' };
const places: Blow[] = [called, granted, attempted, moved, collecting.paid];
const kills = Array.from({ length: scaled(25, 5) }, (_, n) => places[n % places.length] as Blow);

/** What each customer has bought, what was paid for it, and what was told of it. */
const book = `
  select r.customer_id as customer, count(distinct g.uid)::int as grants, sum(g.amount)::float as amount,
         sum(g.cost_amount::numeric)::float as cost, sum(s.amount)::float as moved, r.spent::float as spent, r.attempt,
         (select count(*)::int from outbox_event e where e.entity_id = r.uid::text
             and e.type = 'automatic_recharge.operation.attempted') as told,
         (select (w.granted - w.used)::float from credit_wallet w where w.uid = r.wallet_uid) as balance
    from auto_recharge r
    left join credit_grant g on g.wallet_uid = r.wallet_uid and g.display_name = 'Automatic recharge'
    left join invoice i on i.contract_uid = g.uid
    left join payment p on p.invoice_uid = i.uid
    left join sandbox_payment s on s.key = 'charge-' || p.uid
   group by r.environment_id, r.uid order by 1`;

interface Booked {
  customer: string;
  amount: number;
  balance: number;
}

describe(`${count} wallets fall and are recharged under ${kills.length} kills`, () => {
  const customers = Array.from({ length: count }, (_, n) => `customer-${n}`);
  let charges: ChargesUnderKills;

  beforeAll(async () => {
    charges = await ChargesUnderKills.start({}, [called, granted, attempted, moved]);
    const { api } = charges;
    const currency = { id: 'tokens', displayName: 'Tokens' };
    await expectOk(api.rest('POST', '/credits/custom-currencies', currency));
    const prices = [flatFee(10), topUp({ pricePeriods: [monthly(0.1)] })];
    await charges.open({ sandbox: true }, { topped: prices });
    const terms = { currencyId: 'tokens', isEnabled: true, thresholdValue: 20, targetBalance: 50 };
    await inParallel(clients, customers, async (customerId) => {
      await createCustomer(api, customerId);
      await payBy(api, 'pays', customerId);
      await subscribe(api, customerId, 'topped', { paymentCollectionMethod: 'CHARGE' });
      await giveCredits(api, { customerId, amount: 40 });
      await expectOk(api.rest('PUT', '/credits/auto-recharge', { customerId, ...terms }));
    });
  });
  afterAll(() => charges?.end());

  it('A5, A2: each is recharged once, charged once and told once, and nothing is under way for ever', async () => {
    // Six times 5 of 40: the fifth one leaves less than 20.
    const uses = customers.flatMap((customerId) =>
      Array.from({ length: 6 }, () => consumptionBody(5, { customerId })),
    );
    await charges.underBlows(kills, random, () =>
      inParallel(clients, uses, async (body) => {
        const { status } = await charges.ask('POST', '/credits/consumption', undefined, body);
        expect(status).toBe(201);
      }),
    );
    await eventually(async () => {
      await charges.untilSettled();
      const text = 'select from credit_wallet where recharge_seq is not null';
      expect((await charges.client.query(text)).rows).toEqual([]);
    }, 180_000);

    const { rows } = await charges.client.query<Booked>(book);
    expect(rows).toHaveLength(count);
    for (const row of rows) {
      // As the sixth came before the recharge was decided on, or after it.
      expect([35, 40]).toContain(row.amount);
      const cost = row.amount / 10;
      expect(row).toMatchObject({
        ...{ grants: 1, cost, moved: cost, spent: cost, told: 1, attempt: null },
        balance: 10 + row.amount,
      });
      expect(await proofOf(charges.api, row.customer)).toMatchObject({ holds: true });
    }
    expect(await charges.stop()).toEqual({ code: 0, signal: null });
  });
});
