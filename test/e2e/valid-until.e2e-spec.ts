import type { TestApp } from '../support/app';
import { report } from '../support/catalog';
import { expectOk } from '../support/client';
import { giveCredits, useCredits } from '../support/credits';
import { Governance } from '../support/governance';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { doors, ValidityStory, type Answers } from '../support/validity-story';

// Domain: entitlements-usage

const justBefore = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();
const year = on('2027-04-10');

describe.each(doors)('until when an answer holds, through %s', (door) => {
  let app: TestApp;
  let story: ValidityStory;
  let answers: Answers;

  storyForEach(ValidityStory, (begun) => {
    ({ app, story } = begun);
    answers = story.through(door);
  });

  const both = async () => [await answers.told('requests'), await answers.told('exports')];

  describe('G10: a change that waits for the end of a period', () => {
    const end = on('2026-05-10');

    it('G10: a lower plan ends what is granted of every feature', async () => {
      await story.begun('wide');
      expect(await both()).toEqual([
        [true, 100, year],
        [true, null, null],
      ]);
      await story.begun('narrow');
      const granted = [
        [true, 100, end],
        [true, null, end],
      ];
      expect(await both()).toEqual(granted);
      expect(await answers.listed()).toEqual({ requests: end, exports: end });
      expect((await answers.explain({ featureId: 'exports' })).entitlement).toMatchObject({
        validUntil: end,
      });
      await story.at(justBefore(end));
      expect(await both()).toEqual(granted);
      await story.at(end);
      expect(await both()).toEqual([
        [true, 10, year],
        [false, null, null],
      ]);
    });

    it('G10: so does one that grants more, also of what is not granted yet, and of credits', async () => {
      await giveCredits(story.api, { customerId: 'ada', amount: 1 });
      await story.begun('narrow');
      await expectOk(story.ask('rich', { scheduleStrategy: 'END_OF_BILLING_PERIOD' }));
      expect(await both()).toEqual([
        [true, 10, end],
        [false, null, end],
      ]);
      const tokens = () => answers.check({ currencyId: 'tokens' });
      expect(await tokens()).toMatchObject({ usageLimit: 1, validUntil: end });
      expect(await answers.listed()).toEqual({ requests: end, tokens: end });
      await story.at(justBefore(end));
      expect(await tokens()).toMatchObject({ usageLimit: 1, validUntil: end });
      await story.at(end);
      expect(await tokens()).toMatchObject({ usageLimit: 41, validUntil: on('2026-06-10') });
    });

    it('G10: what is only renewed holds as long as its window', async () => {
      await story.begun('wide');
      await story.at(on('2026-05-12'));
      expect(await both()).toEqual([
        [true, 100, year],
        [true, null, null],
      ]);
    });

    it('G10, Q16: of an instant to come the present sources are told, until something takes their place', async () => {
      await story.begun('wide');
      await story.begun('narrow');
      await story.begun('giving', { startDate: on('2026-08-01') });
      const exports = async (at: string) => {
        const { isGranted, validUntil = null } = await answers.check({ featureId: 'exports', at });
        return [isGranted, validUntil];
      };
      expect(await exports(on('2026-04-20'))).toEqual([true, end]);
      expect(await exports(on('2026-06-01'))).toEqual([true, end]);
      const explained = await answers.explain({ featureId: 'exports', at: on('2026-06-01') });
      expect(explained.entitlement).toMatchObject({ validUntil: end });
      await story.at(end);
      expect(await answers.told('exports')).toEqual([false, null, on('2026-08-01')]);
      expect(await exports(on('2026-06-01'))).toEqual([false, on('2026-08-01')]);
      // A past answer stays what it was: of begins and ends it tells those that were known then.
      expect(await exports(on('2026-04-20'))).toEqual([true, on('2026-08-01')]);
    });
  });

  describe('G10: the end of a trial', () => {
    const end = on('2026-04-13');
    const tried = (trialEndBehavior: string) =>
      story.begun('wide', {
        trialOverrideConfiguration: { isTrial: true, trialEndDate: end, trialEndBehavior },
      });

    it('G10: one that converts, and one that ends', async () => {
      await tried('CONVERT_TO_PAID');
      expect(await both()).toEqual([
        [true, 100, end],
        [true, null, end],
      ]);
      await story.at(end);
      expect(await both()).toEqual([
        [true, 100, expect.any(String)],
        [true, null, null],
      ]);
    });

    it.each(['CONVERT_TO_PAID', 'CANCEL_SUBSCRIPTION'])(
      'G10: %s with a plan that waits for it',
      async (behavior) => {
        await tried(behavior);
        await story.begun('narrow');
        expect(await both()).toEqual([
          [true, 100, end],
          [true, null, end],
        ]);
        await story.at(justBefore(end));
        expect(await answers.listed()).toEqual({ requests: end, exports: end });
        await story.at(end);
        expect(await both()).toEqual([
          [true, 10, expect.any(String)],
          [false, null, null],
        ]);
      },
    );

    it('G10: not the notice before it', async () => {
      const late = on('2026-06-10');
      await story.begun('wide', {
        trialOverrideConfiguration: {
          ...{ isTrial: true, trialEndDate: late, trialEndBehavior: 'CONVERT_TO_PAID' },
        },
      });
      expect(await answers.told('exports')).toEqual([true, null, late]);
    });
  });

  it('G10: a subscription that begins or ends changes why others are denied', async () => {
    const [begin, end] = [on('2026-04-15'), on('2026-04-20')];
    const denied = async () => {
      const { accessDeniedReason, validUntil = null } = await answers.check({ featureId: 'exports' });
      return [accessDeniedReason, validUntil];
    };
    await story.begun('narrow', { startDate: begin, cancellationDate: end });
    expect(await denied()).toEqual(['NoActiveSubscription', begin]);
    await story.at(begin);
    expect(await denied()).toEqual(['NoFeatureEntitlementInSubscription', end]);
    await story.at(end);
    expect(await denied()).toEqual(['NoActiveSubscription', null]);
  });

  describe('G10: credits', () => {
    const tokens = async () => {
      const { usageLimit, validUntil = null } = await answers.check({ currencyId: 'tokens' });
      return [usageLimit, validUntil];
    };

    it('G10: the start of a subscription that gives them', async () => {
      const [end, start] = [on('2026-07-09'), on('2026-04-15')];
      await giveCredits(story.api, { customerId: 'ada', amount: 1, expireAt: end });
      expect(await tokens()).toEqual([1, end]);
      await story.begun('giving', { startDate: start });
      expect(await tokens()).toEqual([1, start]);
      expect(await answers.listed()).toEqual({ tokens: start });
      await story.at(justBefore(start));
      expect(await tokens()).toEqual([1, start]);
      await story.at(start);
      expect(await tokens()).toEqual([18, on('2026-05-15')]);
    });
  });

  describe('G10: budgets of entities', () => {
    const end = new Date(Date.parse(on('2026-04-10')) + 3_600_000).toISOString();
    const asked = [{ featureId: 'requests' }, { currencyId: 'tokens' }];
    const within = async () => {
      const told = [];
      for (const each of asked) {
        const answer = await answers.within({ ...each, dimensions: { agentId: 'agent' } });
        told.push([answer['accessDeniedReason'] ?? null, answer['validUntil'] ?? null]);
      }
      return told;
    };

    it('G10, access-and-events G10: their windows end, whether they grant or refuse', async () => {
      await story.begun('wide');
      await giveCredits(story.api, { customerId: 'ada' });
      const entities = new Governance(app, story.api, door, 'ada');
      const budget = { entityId: 'agent', usageLimit: 5, cadence: 'PT1H' };
      await expectOk(entities.assign(...asked.map((each) => ({ ...budget, ...each }))));
      expect(await within()).toEqual([
        [null, end],
        [null, end],
      ]);
      const dimensions = { agentId: 'agent' };
      await expectOk(report(story.api, 'ada', 'requests', 5, { dimensions }));
      await useCredits(story.api, 5, { customerId: 'ada', dimensions });
      const refused = [
        ['BudgetExceeded', end],
        ['BudgetExceeded', end],
      ];
      expect(await within()).toEqual(refused);
      await story.at(justBefore(end));
      expect(await within()).toEqual(refused);
      await story.at(end);
      expect((await within()).map(([reason]) => reason)).toEqual([null, null]);
      expect((await answers.check({ featureId: 'requests' }))['validUntil']).toBe(year);
    });
  });
});
