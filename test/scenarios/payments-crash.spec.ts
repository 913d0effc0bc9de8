import { ChargesUnderKills, collecting } from '../support/charges-under-kills';
import type { Place } from '../support/gate';
import type { Blow } from '../support/kills';
import { payBy } from '../support/payment-methods';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';

// Domain: contracts-billing

jest.setTimeout(1_800_000);

const random = seededRandom('payments-crash.spec');
const { begun, taken, paid, answered } = collecting;
const moved: Place = { table: 'sandbox_payment', on: 'insert', at: 'commit' };
const places: Blow[] = [moved, 'at random', paid, begun, answered, taken];
const kills = Array.from({ length: scaled(40, 4) }, (_, n) => places[n % places.length] as Blow);

/** One in ten declines, one in ten pays late, one in ten fails late; the others pay at once. */
const methodOf = (n: number): string => ['declines', 'pays_late', 'fails_late'][n % 10] ?? 'pays';

/** Late ones come at once. */
const anHourLater = `update sandbox_payment set created_at = created_at - interval '2 hours'`;

/** What became of each invoice, by the method of its customer. */
const book = `
  select substr(p.method_ref, 12) as method, i.state, array_agg(distinct p.state) as payments, count(distinct i.uid)::int as invoices,
         count(distinct s.uid) filter (where s.behavior in ('PAYS', 'PAYS_LATE'))::int as moved,
         count(distinct e.uid)::int as told
    from invoice i join payment p on p.invoice_uid = i.uid
    left join sandbox_payment s on s.key = 'charge-' || p.uid
    left join outbox_event e on e.entity_id = i.uid::text and e.type = 'invoice.paid'
   group by 1, 2 order by 1`;

describe(`${scaled(500, 50)} invoices are charged under ${kills.length} kills`, () => {
  const count = scaled(500, 50);
  const customers = Array.from({ length: count }, (_, n) => `customer-${n}`);
  let charges: ChargesUnderKills;

  beforeAll(async () => {
    charges = await ChargesUnderKills.start({}, [moved]);
    const methods = new Map(customers.map((id, n) => [id, methodOf(n)]));
    await charges.sell(customers, { sandbox: true }, { pro: 49 }, (id) =>
      payBy(charges.api, methods.get(id) ?? '', id),
    );
  });
  afterAll(() => charges?.end());

  it('V14: each is paid once or not at all, as its method says, and nothing is on its way for ever', async () => {
    await charges.chargeAll(kills, random);
    await charges.untilSettled(() => charges.client.query(anHourLater));

    const tenth = count / 10;
    const none = { moved: 0, told: 0, invoices: tenth };
    expect((await charges.client.query(book)).rows).toEqual([
      { ...none, method: 'declines', state: 'OPEN', payments: ['FAILED'] },
      { ...none, method: 'fails_late', state: 'OPEN', payments: ['FAILED'] },
      ...['pays', 'pays_late'].map((method) => {
        const invoices = method === 'pays' ? count - 3 * tenth : tenth;
        return { method, state: 'PAID', payments: ['SUCCEEDED'], invoices, moved: invoices, told: invoices };
      }),
    ]);
    expect(await charges.stop()).toEqual({ code: 0, signal: null });
  });
});
