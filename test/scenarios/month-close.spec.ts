import { setTimeout as pause } from 'node:timers/promises';
import { newKeySecret } from '#libs/credentials/key-secret';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { expectOk } from '../support/client';
import { moveClock, type ClockedPlace as Place } from '../support/environment-clock';
import { pdfAt } from '../support/documents-by-path';
import { billedOf } from '../support/invoice-story';
import { beginBilledMonth, eventsFrom, lineSums, type SentTokens } from '../support/month-close';
import { inParallel, untilAnswered } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

// Domain: entitlements-usage

jest.setTimeout(1_800_000);

const customers = Array.from({ length: scaled(100, 5) }, (_, n) => `buyer-${n}`);
/** Of each month, before it is closed and while it is. */
const batches = scaled(200, 12);
const clients = 8;
const random = seededRandom('month-close.spec');
const variables = {
  BOOTSTRAP_SERVER_KEY: newKeySecret('server-'),
  BOOTSTRAP_ENVIRONMENT_TYPE: 'SANDBOX',
};
const monthFee = 10;
const sealed = `
  select md5(string_agg(row, '' order by row)) as digest, count(*)::int as rows from (
    select i::text as row from invoice i where i.state <> 'DRAFT'
    union all select l::text from invoice_line l join invoice i on i.uid = l.invoice_uid where i.state <> 'DRAFT') as all_of_them`;

describe(`the months of ${customers.length} customers are closed while events of them arrive`, () => {
  let database: TestDatabase;
  let services: ServiceProcess[];
  let place: Place;
  const sent: SentTokens[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const start = () => ServiceProcess.start({ DATABASE_URL: database.serviceUrl, ...variables });
    services = [await start(), await start()];
    const { api } = services[0] as ServiceProcess;
    const [environment] = await expectOk<{ id: string }[]>(api.rest('GET', '/environments'));
    place = { api, environmentId: environment?.id as string };
    await beginBilledMonth(place, customers, monthFee);
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.kill()));
    await database.drop();
  });

  /** Of instants of a month that have gone by, by both processes. */
  const load = (month: string, days: number): Promise<void> =>
    inParallel(
      clients,
      Array.from({ length: batches }, (_, n) => n),
      async () => {
        const events = eventsFrom(random, customers, month, days);
        const { api } = random.pick(services);
        const answer = await untilAnswered(() => api.send('POST', '/api/v1/events', { events }));
        if (answer.status !== 201) throw new Error(`Events were answered ${answer.status} ${answer.text}`);
        sent.push(...events.map(({ customerId, dimensions }) => ({ customerId, ...dimensions })));
      },
    );
  const move = (now: string) => moveClock(place, now);

  it('A13, contracts-billing V10: together all invoices are what was used, and what came late is a line with its period', async () => {
    await move('2027-03-29T00:00:00.000Z');
    await load('2027-03', 28);
    // Some of it comes before the end of the grace, some while invoices are sent, some after that.
    await Promise.all([load('2027-03', 28), move('2027-04-01T00:30:00.000Z')]);
    await Promise.all([load('2027-03', 28), move('2027-04-01T01:00:00.000Z')]);
    await load('2027-03', 28);
    await move('2027-04-29T00:00:00.000Z');
    await load('2027-04', 28);
    await Promise.all([load('2027-04', 28), move('2027-05-01T01:00:00.000Z')]);
    await load('2027-04', 28);
    await move('2027-06-01T01:00:00.000Z');

    for (const id of customers) {
      const tokens = sent.reduce((sum, each) => sum + (each.customerId === id ? each.tokens : 0), 0);
      const sums = lineSums(await billedOf(place.api, id));
      expect([id, sums.tokens, sums.usage, sums.total]).toEqual([
        id,
        tokens,
        tokens,
        4 * monthFee * 100 + tokens,
      ]);
      expect([id, sums.late.length > 0]).toEqual([id, true]);
      for (const description of sums.late)
        expect(description).toMatch(/, 2027-0[345]-01 to 2027-0[456]-01, usage of /);
    }
  });

  it('A13: what is run again changes nothing, and prints the same bytes', async () => {
    const before = await rowsOf(database.url, sealed);
    for (const job of ['finalize-due-invoices', 'bill-late-usage', 'carry-out-subscriptions'])
      await rowsOf(database.url, `select 1 from graphile_worker.add_job('${job}')`);
    await pause(2_000);
    expect(await rowsOf(database.url, sealed)).toEqual(before);
    const [customer = ''] = customers;
    for (const { invoiceId } of await billedOf(place.api, customer)) {
      const path = `/customers/${customer}/invoices/${invoiceId}/pdf`;
      const printed = await pdfAt(place.api, path);
      await rowsOf(database.url, 'delete from invoice_pdf returning uid');
      expect((await pdfAt(place.api, path)).equals(printed)).toBe(true);
    }
  });
});
