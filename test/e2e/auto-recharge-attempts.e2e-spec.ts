import { runAsSystem } from '#libs/context/request-context';
import { RechargeAttempts } from '../../src/modules/billing/auto-recharge/recharge-attempts.service';
import type { TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { execute } from '../support/database';
import { RechargeStory } from '../support/recharge-story';
import { pathOf, Payer } from '../support/sandbox-pages';
import { storyForEach } from '../support/story-for-each';

// Domain: credits

describe('attempts to recharge a wallet', () => {
  let app: TestApp;
  let story: RechargeStory;

  storyForEach(RechargeStory, (begun) => ({ app, story } = begun));
  beforeEach(async () => {
    await story.subscribed();
    await story.give(21);
    await story.said();
  });

  const detach = () => expectOk(story.api.rest('DELETE', '/customers/ada/payment-method'));
  const statuses = async () => (await story.bought()).map(({ status }) => status);
  /** As several processes would that come upon the same wallets. */
  const attend = async (): Promise<number[]> => {
    const attempts = app.nest.get(RechargeAttempts);
    const { environmentId } = story.place;
    const text = `select uid, environment_id as "environmentId", recharge_due as "dueAt" from credit_wallet where environment_id = $1`;
    const wallets = await app.dataSource.query(text, [environmentId]);
    return Promise.all(
      Array.from({ length: 4 }, () =>
        runAsSystem('recharge-credits', environmentId, () => attempts.process(wallets)),
      ),
    );
  };

  it('A5: of 16 consumptions at once that cross the threshold, one recharge comes', async () => {
    await Promise.all(Array.from({ length: 16 }, () => story.use(2)));
    await story.work();
    expect(await story.purchases()).toEqual([[61, 6.1, 'ACTIVE']]);
    expect(await story.attempted()).toHaveLength(1);
    expect([await story.balance(), await story.proof()]).toMatchObject([50, { holds: true }]);
  });

  it('A5: done again, and by several at once, it buys once', async () => {
    await story.use(2);
    const done = await attend();
    expect(done.reduce((sum, each) => sum + each, 0)).toBe(1);
    await attend();
    expect(await story.purchases()).toEqual([[31, 3.1, 'PAYMENT_PENDING']]);
    await story.work();
    await attend();
    expect(await story.purchases()).toEqual([[31, 3.1, 'ACTIVE']]);
    expect(await story.attempted()).toHaveLength(1);
  });

  it('A5: killed before its commit, it is done again and buys once', async () => {
    await story.use(2);
    // As the database refuses what would be the last of it.
    const refuse = `alter table auto_recharge add constraint killed check (attempt is null)`;
    await execute(app.databaseUrl, refuse);
    await story.work();
    expect([await story.purchases(), await story.attempted()]).toEqual([[], []]);
    await execute(app.databaseUrl, 'alter table auto_recharge drop constraint killed');
    await story.work();
    expect(await story.purchases()).toEqual([[31, 3.1, 'ACTIVE']]);
  });

  it('A5: under way, no other begins; what was used meanwhile asks for the next one', async () => {
    await story.payBy('needs_action');
    await story.useUp(2);
    await story.useUp(40);
    expect(await statuses()).toEqual(['PAYMENT_PENDING']);
    expect(await story.attempted()).toEqual([]);
    const [{ latestInvoice }] = (await story.bought()) as [Json];
    await story.payBy('pays');
    await new Payer(app).send(pathOf(String((latestInvoice as Json)['paymentUrl'])), { act: 'confirm' });
    await story.work();
    expect(await story.purchases()).toEqual([
      [40, 4, 'ACTIVE'],
      [31, 3.1, 'ACTIVE'],
    ]);
    expect(await story.balance()).toBe(50);
    expect((await story.attempted()).map(({ ledgerSeq }) => ledgerSeq)).toEqual([2, expect.any(Number)]);
  });

  it('A5: three that fail in a row disable it, each told; the next consumption tries again', async () => {
    await story.payBy('declines');
    for (let use = 0; use < 4; use++) await story.useUp(2);
    expect(await statuses()).toEqual(['VOIDED', 'VOIDED', 'VOIDED']);
    expect(await story.attempted()).toMatchObject([
      { status: 'FAILED', failures: 1, amount: 31, reason: expect.stringMatching(/declines/) },
      { status: 'FAILED', failures: 2, amount: 33 },
      { status: 'FAILED', failures: 3, amount: 35 },
    ]);
    expect((await story.events()).at(-1)).toMatchObject({
      ...{ type: 'configuration.changed', autoRecharge: { isEnabled: false } },
      outcome: { isEnabled: false, reason: 'PAYMENT_FAILED' },
    });
    expect(await story.recharge()).toMatchObject({ isEnabled: false });
    await story.payBy('pays');
    await story.said();
    await story.work();
    expect((await story.attempted()).at(-1)).toMatchObject({ status: 'SUCCEEDED', failures: 0 });
    expect(await story.balance()).toBe(50);
  });

  it('A5: one that succeeds ends the row', async () => {
    for (const method of ['declines', 'declines', 'pays', 'declines', 'declines']) {
      await story.payBy(method);
      await story.useUp(40);
    }
    expect((await story.attempted()).map(({ failures }) => failures)).toEqual([1, 2, 0, 1, 2]);
    expect(await story.recharge()).toMatchObject({ isEnabled: true });
  });

  it('A5: declined late, it has failed by then', async () => {
    await story.payBy('fails_late');
    await story.useUp(2);
    expect(await statuses()).toEqual(['PAYMENT_PENDING']);
    await story.at('2026-04-10T03:00:00.000Z');
    expect(await statuses()).toEqual(['VOIDED']);
    expect(await story.attempted()).toMatchObject([{ status: 'FAILED', failures: 1 }]);
    expect(await story.recharge()).toMatchObject({ isEnabled: true });
  });

  it('A6, G3: unpaid for a day it has failed', async () => {
    await story.payBy('needs_action');
    await story.useUp(2);
    await story.at('2026-04-11T00:00:00.000Z');
    await story.work();
    expect(await statuses()).toEqual(['VOIDED']);
    expect(await story.attempted()).toMatchObject([{ status: 'FAILED', failures: 1 }]);
  });

  it('A5: without a method it is disabled at once', async () => {
    await expectOk(story.cancel(await story.idOf('topped'), { cancellationTime: 'IMMEDIATE' }));
    await story.subscribed({ paymentCollectionMethod: 'NONE' });
    await story.said({ paymentCollectionMethod: 'CHARGE' });
    await detach();
    await story.useUp(2);
    expect(await story.bought()).toEqual([]);
    expect(await story.attempted()).toMatchObject([
      {
        status: 'FAILED',
        creditGrantId: null,
        amount: null,
        reason: expect.stringMatching(/payment method/),
      },
    ]);
    expect(await story.recharge()).toMatchObject({ isEnabled: false });
  });

  it('A5: what cannot be bought at all fails', async () => {
    await expectOk(story.cancel(await story.idOf('topped'), { cancellationTime: 'IMMEDIATE' }));
    await story.useUp(2);
    expect(await story.attempted()).toMatchObject([
      { status: 'FAILED', creditGrantId: null, reason: expect.stringMatching(/top-up price/) },
    ]);
    expect(await story.recharge()).toMatchObject({ isEnabled: true });
  });

  it('A5: disabled while one is under way, that one goes on, and no other', async () => {
    await story.payBy('pays_late');
    await story.useUp(2);
    await story.said({ isEnabled: false });
    await story.at('2026-04-10T03:00:00.000Z');
    await story.work();
    expect(await story.purchases()).toEqual([[31, 3.1, 'ACTIVE']]);
    expect(await story.attempted()).toMatchObject([{ status: 'SUCCEEDED' }]);
    await story.useUp(45);
    expect(await story.purchases()).toHaveLength(1);
  });
});
