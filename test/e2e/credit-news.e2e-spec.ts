import type { TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { CreditSandbox } from '../support/credit-sandbox';
import { giveCredits, grantsOf, useCredits } from '../support/credits';
import { moveClock } from '../support/environment-clock';
import type { TestEnvironment } from '../support/environments';
import { eventsAbout, momentsOf } from '../support/events';
import { storyForEach } from '../support/story-for-each';

// Domain: credits

const path = '/credits/grants';

describe('what is told of credit grants', () => {
  let app: TestApp;
  let api: ApiClient;
  let place: TestEnvironment;

  storyForEach(CreditSandbox, (begun) => {
    ({ app } = begun);
    ({ api, place } = begun.story);
  });
  beforeEach(async () => {
    // Of little that is left a spec of its own tells.
    await expectOk(api.rest('PATCH', '/environment-settings', { creditThresholds: [] }));
  });

  const give = async (more: Json = {}): Promise<string> => String((await giveCredits(api, more))['id']);
  const toldOf = async (id: string) => (await grantsOf(api)).find((each) => each['id'] === id);
  const typesOf = async (id: string) => (await eventsAbout(app, id)).map(({ type }) => type);
  const logOf = async (id: string): Promise<Json[]> =>
    (await expectPage<Json>(api.rest('GET', `/activity?entityType=CREDIT&entityId=${id}`))).data;

  it('G2, G5, G6, access-and-events W6: each decision is told once, in the name of who took it', async () => {
    const id = await give();
    const created = await toldOf(id);
    const updated = await expectOk(api.rest('PATCH', `${path}/${id}`, { priority: 1 }));
    await expectOk(api.rest('PATCH', `${path}/${id}`, { priority: 1 }));
    const voided = await expectOk(api.rest('POST', `${path}/${id}/void`));
    expect(await api.rest('POST', `${path}/${id}/void`)).toRefuse('CreditGrantAlreadyVoided');
    const events = await eventsAbout(app, id);
    expect(events).toMatchObject([
      { type: 'credit_grant.created', entity_type: 'CREDIT', payload: { creditGrant: created } },
      { type: 'credit_grant.updated', entity_type: 'CREDIT', payload: { creditGrant: updated } },
      { type: 'credit_grant.voided', entity_type: 'CREDIT', payload: { creditGrant: voided } },
    ]);
    const log = await logOf(id);
    expect(log).toMatchObject([
      { type: 'credit_grant.voided', before: updated, after: voided },
      { type: 'credit_grant.updated', before: created, after: updated },
      { type: 'credit_grant.created', before: null, after: created },
    ]);
    const byKey = { actorType: 'APP_SERVER', actor: events[0]?.actor };
    expect(log).toMatchObject([byKey, byKey, byKey]);
  });

  it('G3, access-and-events W6: a grant that is spent is told of once, by nobody in particular', async () => {
    const id = await give({ amount: 10 });
    await useCredits(api, 4);
    expect(await typesOf(id)).toEqual(['credit_grant.created']);
    await useCredits(api, 9);
    await useCredits(api, 1);
    const [, depleted, ...more] = await eventsAbout(app, id);
    expect(more).toEqual([]);
    const told = { id, amount: 10, consumedAmount: 10, status: 'ACTIVE' };
    expect(depleted).toMatchObject({ type: 'credit_grant.depleted', payload: { creditGrant: told } });
    const [log] = await logOf(id);
    expect(log).toMatchObject({ type: 'credit_grant.depleted', actorType: 'SYSTEM', after: told });
    expect(log?.['actor']).toBe('credits');
  });

  it('N5: one that is spent by what was owed is told of as well, after it was given', async () => {
    await useCredits(api, 15);
    const id = await give({ amount: 10 });
    expect(await typesOf(id)).toEqual(['credit_grant.created', 'credit_grant.depleted']);
  });

  it('N11, access-and-events W6: an end is told of once, when it has come, whether anything was left or not', async () => {
    await moveClock(place, '2027-01-01T00:00:00.000Z');
    const expireAt = '2027-01-10T00:00:00.000Z';
    const left = await give({ amount: 10, expireAt });
    const spent = await give({ amount: 2, priority: 1, expireAt });
    await useCredits(api, 5);
    await moveClock(place, '2027-01-09T23:59:59.999Z');
    expect(await typesOf(left)).toEqual(['credit_grant.created']);
    await moveClock(place, expireAt);
    await moveClock(place, '2027-02-01T00:00:00.000Z');
    await grantsOf(api);
    const [, expired, ...more] = await eventsAbout(app, left);
    expect(more).toEqual([]);
    const told = { id: left, consumedAmount: 3, status: 'EXPIRED', expireAt };
    expect(expired).toMatchObject({ type: 'credit_grant.expired', payload: { creditGrant: told } });
    const moments = await momentsOf(app, place, left);
    expect(moments.at(-1)).toEqual(['credit_grant.expired', new Date(expireAt)]);
    expect(await typesOf(spent)).toEqual([
      ...['credit_grant.created', 'credit_grant.depleted', 'credit_grant.expired'],
    ]);
    expect((await logOf(left))[0]).toMatchObject({ type: 'credit_grant.expired', actorType: 'SYSTEM' });
  });

  it('D2: rows of the ledger name who has caused them, as the log does', async () => {
    await moveClock(place, '2027-01-01T00:00:00.000Z');
    const id = await give({ amount: 10, expireAt: '2027-01-10T00:00:00Z' });
    await useCredits(api, 3);
    await expectOk(api.rest('PATCH', `${path}/${id}`, { priority: 1 }));
    await moveClock(place, '2027-01-10T00:00:00.000Z');
    const rows = await expectPage<Json>(api.rest('GET', '/credits/ledger?customerId=c'));
    const [{ actor = '' } = {}] = await eventsAbout(app, id);
    expect(rows.data.map((row) => [row['eventType'], row['actor']])).toEqual([
      ['CREDITS_EXPIRED', 'system'],
      ['CREDITS_UPDATED', actor],
      ['CREDITS_CONSUMED', actor],
      ['CREDITS_GRANTED', actor],
    ]);
  });
});
