import type { TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { grantsOf } from '../support/credits';
import { contentsOf, EventBook, type BookedEvent } from '../support/event-book';
import { RechargeStory } from '../support/recharge-story';
import { storyForEach } from '../support/story-for-each';

// Domain: access-and-events

describe('what events hold of credits', () => {
  let app: TestApp;
  let story: RechargeStory;
  let book: EventBook;

  storyForEach(RechargeStory, (begun) => ({ app, story } = begun));
  beforeEach(async () => {
    book = await EventBook.open(app, story.place);
  });

  const grant = async (id: unknown): Promise<Json> =>
    (await grantsOf(story.api, 'ada')).find((each) => each['id'] === id) as Json;
  const versionsOf = (events: readonly BookedEvent[]) => events.map(({ version }) => version as number);
  const rising = (events: readonly BookedEvent[]): void => {
    const versions = versionsOf(events);
    expect(versions).toEqual([...versions].sort((one, other) => one - other));
    expect(versions.every((version) => version > 0)).toBe(true);
  };

  it('W2, W6, W10: grants are told as their list tells them, from the first credit to the last', async () => {
    const told = (work: () => Promise<unknown>) => book.during(work, 'credit_grant');
    let id: unknown;
    const created = await told(async () => (id = (await story.give(100))['id']));
    expect(contentsOf(created)).toEqual([['credit_grant.created', { creditGrant: await grant(id) }]]);
    const path = `/credits/grants/${String(id)}`;
    const updated = await told(() => expectOk(story.api.rest('PATCH', path, { comment: 'for a friend' })));
    expect(contentsOf(updated)).toEqual([
      ['credit_grant.updated', { creditGrant: await grant(id), changed: ['comment'] }],
    ]);
    const used = await told(() => story.use(100));
    expect(contentsOf(used)).toEqual([
      ...[80, 50, 20].map((threshold) => [
        'credit_grant.balance.low',
        { creditGrant: expect.objectContaining({ id }) as Json, threshold },
      ]),
      ['credit_grant.depleted', { creditGrant: await grant(id) }],
    ]);
    rising([...created, ...updated, ...used]);
    const other = (await story.give(5))['id'];
    const voided = await told(() =>
      expectOk(story.api.rest('POST', `/credits/grants/${String(other)}/void`)),
    );
    expect(contentsOf(voided)).toEqual([['credit_grant.voided', { creditGrant: await grant(other) }]]);
    const ending = (await story.give(5, { expireAt: '2026-04-20T00:00:00.000Z' }))['id'];
    const expired = await told(() => story.to('2026-04-21'));
    expect(contentsOf(expired)).toEqual([['credit_grant.expired', { creditGrant: await grant(ending) }]]);
  });

  it('W2, W10: balances are told with what is left, in the order of the ledger', async () => {
    await story.give(10);
    const events = await book.during(async () => {
      await story.use(6);
      await story.use(4);
    }, 'credit_balance');
    const about = { customerId: 'ada', currencyId: 'tokens', resourceId: null };
    expect(contentsOf(events)).toEqual([
      ['credit_balance.low', { ...about, balance: 4, threshold: 80 }],
      ['credit_balance.low', { ...about, balance: 4, threshold: 50 }],
      ['credit_balance.low', { ...about, balance: 0, threshold: 20 }],
      ['credit_balance.depleted', { ...about, balance: 0, threshold: null }],
    ]);
    const rows = await story.rows();
    expect(versionsOf(events)).toEqual([rows.length - 1, rows.length - 1, rows.length, rows.length]);
  });

  it('W2, W10: recharges are told with their settings, as GET tells them, and what has become of them', async () => {
    await story.subscribed();
    const told = (work: () => Promise<unknown>) => book.during(work, 'automatic_recharge');
    const configured = await told(() => story.said());
    expect(contentsOf(configured)).toEqual([
      [
        'automatic_recharge.configuration.changed',
        { autoRecharge: await story.recharge(), outcome: { isEnabled: true, reason: 'REQUESTED' } },
      ],
    ]);
    const again = await told(() => story.said({ thresholdValue: 30 }));
    expect(again[0]?.data).toMatchObject({ autoRecharge: await story.recharge() });
    rising([...configured, ...again]);
    expect(again[0]?.version).toBeGreaterThan(configured[0]?.version as number);
    const bought = await told(async () => {
      await story.said({ targetBalance: 80, maxSpendLimit: 10 });
      await story.work();
    });
    expect(bought.map(({ type }) => type)).toEqual([
      'automatic_recharge.configuration.changed',
      'automatic_recharge.operation.attempted',
      'automatic_recharge.limit_exceeded',
    ]);
    const autoRecharge = await story.recharge();
    expect(bought[1]?.data).toEqual({
      autoRecharge,
      outcome: expect.objectContaining({ status: 'SUCCEEDED', amount: 80 }) as Json,
    });
    expect(bought[2]?.data).toMatchObject({ autoRecharge, outcome: { percent: 80, spent: 8 } });
    rising([...again, ...bought]);
  });

  it('W7: what is refused tells nothing of credits', async () => {
    const events = await book.during(async () => {
      expect(await story.say({ targetBalance: 1 })).toRefuse('BadUserInput', /targetBalance/);
      const body = {
        customerId: 'ada',
        currencyId: 'tokens',
        amount: 5,
        idempotencyKey: 'x',
        enforceLimit: true,
      };
      expect(await story.api.rest('POST', '/credits/consumption', body)).toRefuse(
        'EntitlementLimitExceededError',
      );
    });
    expect(events).toEqual([]);
  });
});
