import { Client } from 'pg';
import type { TestApp } from '../support/app';
import { behindOurBack } from '../support/broken-ledgers';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { CreditSandbox } from '../support/credit-sandbox';
import {
  consumptionBody,
  creditCustomer,
  giveCredits,
  ledgerOf,
  ledgerRows,
  proofOf,
  useCredits,
} from '../support/credits';
import type { TestEnvironment } from '../support/environments';
import { everyField } from '../support/graphql-selection';
import { storyForEach } from '../support/story-for-each';

// Domain: credits

const proofQuery = `query($c: String!, $y: String!) { proveCreditLedger(customerId: $c, currencyId: $y) {
  holds rows head firstFault { seq reason } } }`;

describe('the ledger of credits', () => {
  let app: TestApp;
  let api: ApiClient;
  let place: TestEnvironment;
  let at: CreditSandbox['at'];

  storyForEach(CreditSandbox, (begun) => {
    ({ app } = begun);
    ({ api, place, at } = begun.story);
  });

  /** Credits §10: what its recurring grants are there, others stand for here. */
  const month = async (): Promise<void> => {
    await at('01-01');
    await giveCredits(api, { displayName: 'R1', amount: 1000, expireAt: '2027-02-01T00:00:00Z' });
    await at('01-03');
    const promotion = { grantType: 'PROMOTIONAL', expireAt: '2027-01-20T00:00:00Z' };
    await giveCredits(api, { displayName: 'P1', amount: 200, ...promotion });
    await at('01-05');
    await useCredits(api, 300);
    await at('01-25');
    await useCredits(api, 1050);
    await at('01-26');
    await giveCredits(api, { displayName: 'G1', amount: 500, cost: { amount: 5, currency: 'usd' } });
    await at('02-01');
    await giveCredits(api, { displayName: 'R2', amount: 1000, expireAt: '2027-03-01T00:00:00Z' });
  };

  it('L2, D2–D5, N2–N5, N11: a month row by row (credits §10)', async () => {
    await month();
    expect(await ledgerRows(api)).toEqual([
      ...['GRANTED R1 1000 → 1000', 'GRANTED P1 200 → 1200', 'CONSUMED P1 -200 → 1000'],
      ...['CONSUMED R1 -100 → 900', 'CONSUMED R1 -900 → 0', 'CONSUMED Overdraft -150 → -150'],
      ...['GRANTED G1 500 → 350', 'TRANSFER_SOURCE Overdraft 150 → 500', 'TRANSFER_TARGET G1 -150 → 350'],
      ...['VOIDED Overdraft 0 → 350', 'GRANTED R2 1000 → 1350'],
    ]);
    const rows = await ledgerOf(api);
    expect(rows.map(({ seq }) => seq)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const of = (type: string): unknown[] =>
      rows.filter(({ eventType }) => eventType === type).map(({ eventId }) => eventId);
    const [shortage, second, , first] = of('CREDITS_CONSUMED');
    expect([shortage, second]).toEqual([expect.any(String), shortage]);
    expect(first).not.toBe(second);
    expect(new Set([...of('CREDITS_GRANTED'), ...of('CREDITS_VOIDED')])).toEqual(new Set([null]));
    expect(await proofOf(api)).toEqual({
      holds: true,
      rows: 11,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
      firstFault: null,
    });
  });

  it('D5: tells some kinds, one currency or one resource, through both doors', async () => {
    await creditCustomer(api, 'd', 'other');
    await giveCredits(api, { amount: 5 });
    await giveCredits(api, { amount: 7, currencyId: 'other' });
    await giveCredits(api, { amount: 9, resourceId: 'site' });
    await useCredits(api, 2);
    const amounts = async (more: string): Promise<unknown[]> =>
      (await ledgerOf(api, 'c', more)).map(({ amount }) => amount);
    expect(await amounts('')).toEqual([-2, 9, 7, 5]);
    expect(await amounts('&eventType=credits_granted,CREDITS_VOIDED')).toEqual([9, 7, 5]);
    expect(await amounts('&currencyId=tokens')).toEqual([-2, 9, 5]);
    expect(await amounts('&currencyId=tokens&resourceId=site')).toEqual([9]);
    expect(await amounts('&currencyId=other&eventType=CREDITS_CONSUMED')).toEqual([]);
    const document = `{ creditLedgerEntries(customerId: "c", currencyId: "tokens", eventType: [CREDITS_CONSUMED]) {
      totalCount edges { node ${everyField(app, 'CreditLedgerEntry')} } } }`;
    const { data } = await api.graphql(document);
    const told = { totalCount: 1, edges: [{ node: { amount: -2, seq: 2 } }] };
    expect(data?.['creditLedgerEntries']).toMatchObject(told);
  });

  it('D5: goes on where a page ended, in both directions', async () => {
    await giveCredits(api, { amount: 100 });
    for (let n = 0; n < 5; n++) await useCredits(api, 1);
    const read = (more: string) =>
      expectPage<Json>(api.rest('GET', `/credits/ledger?customerId=c&currencyId=tokens&limit=2${more}`));
    const first = await read('');
    const second = await read(`&starting_after=${first.next_cursor}`);
    expect([...first.data, ...second.data].map(({ seq }) => seq)).toEqual([6, 5, 4, 3]);
    const back = await read(`&ending_before=${String(second.data[0]?.['id'])}`);
    expect(back.data).toEqual(first.data);
    expect(await api.rest('GET', '/credits/ledger?customerId=c&starting_after=nothing')).toRefuse(
      'BadUserInput',
      /cursor/,
    );
  });

  it('customers-subscriptions U10, catalog C4: refuses what it does not know', async () => {
    const ask = (more: string) => api.rest('GET', `/credits/ledger${more}`);
    expect(await ask('?customerId=nobody')).toRefuse('CustomerNotFound', /nobody/);
    expect(await ask('?customerId=c&currencyId=none')).toRefuse('CustomCurrencyNotFound', /none/);
    expect(await ask('?customerId=c&resourceId=none')).toRefuse('CustomerResourceNotFound', /none/);
    expect(await ask('/proof?customerId=c&currencyId=none')).toRefuse('CustomCurrencyNotFound', /none/);
    expect(await ask('/proof?customerId=c')).toRefuse('BadUserInput', /currencyId/);
    expect(await ask('?customerId=c&eventType=SPENT')).toRefuse('BadUserInput', /eventType/);
  });

  it('D1: the database refuses to change or remove a row, whoever asks', async () => {
    await giveCredits(api);
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    for (const text of [
      'update credit_ledger_entry set amount = 1',
      'delete from credit_ledger_entry',
      'truncate credit_ledger_entry',
    ])
      await expect(client.query(text)).rejects.toThrow('append-only');
    await client.end();
  });

  it('D7: names the row that somebody has changed behind our back, through both doors', async () => {
    await month();
    const { environmentId } = place;
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    await client.query('set session_replication_role = replica');
    const change = `update credit_ledger_entry set actor = 'nobody' where environment_id = $1 and seq = 4`;
    await client.query(change, [environmentId]);
    await client.end();
    const told = { holds: false, rows: 3, firstFault: { seq: 4, reason: expect.stringContaining('digest') } };
    expect(await proofOf(api)).toMatchObject(told);
    const answer = await api.graphql(proofQuery, { c: 'c', y: 'tokens' });
    expect(answer.data?.['proveCreditLedger']).toMatchObject(told);
  });

  it('D2, D7: tells what was used by its dimensions, and names the row where somebody has changed one', async () => {
    await giveCredits(api);
    await useCredits(api, 2, { dimensions: { region: 'eu', share: 0.1, isTrial: false } });
    expect(await proofOf(api)).toMatchObject({ holds: true, rows: 2 });
    const [text, values] = [`where environment_id = $1 and seq = 2`, [place.environmentId]];
    for (const change of [`dimensions || '{"region":"us"}'`, `dimensions - 'share'`, 'null']) {
      const kept = `update credit_ledger_entry set dimensions = '{"region":"eu","share":0.1,"isTrial":false}' ${text}`;
      await behindOurBack(app, [`update credit_ledger_entry set dimensions = ${change} ${text}`, values]);
      const fault = { seq: 2, reason: expect.stringContaining('digest') };
      expect(await proofOf(api)).toMatchObject({ holds: false, rows: 1, firstFault: fault });
      await behindOurBack(app, [kept, values]);
      expect(await proofOf(api)).toMatchObject({ holds: true, rows: 2 });
    }
  });

  it('D7: proves a wallet that nothing has moved', async () => {
    expect(await proofOf(api)).toEqual({ holds: true, rows: 0, head: null, firstFault: null });
  });

  it('L1, Y5: a currency that takes the id of an archived one begins with nothing', async () => {
    await giveCredits(api, { amount: 5 });
    await expectOk(api.rest('POST', '/credits/custom-currencies/tokens/archive'));
    await expectOk(api.rest('POST', '/credits/custom-currencies', { id: 'tokens', displayName: 'New' }));
    const told = await useCredits(api, 2);
    expect(told['credit']).toMatchObject({ usageLimit: 0, currentUsage: 2 });
    const refused = await api.rest(
      'POST',
      '/credits/consumption',
      consumptionBody(1, { enforceLimit: true }),
    );
    expect(refused).toRefuse('EntitlementLimitExceededError', /InsufficientCredits/);
  });
});
