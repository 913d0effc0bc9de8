import { BackfillPromotionNotices1795705100001 } from '../../src/migrations/1795705100001-backfill-promotion-notices';
import type { TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  report,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import { contentsOf, EventBook, type BookedEvent } from '../support/event-book';
import { grant, pathOf, revoke } from '../support/promotions';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { TeamStory } from '../support/team-story';

// Domain: access-and-events

describe('what events hold of what customers may do', () => {
  let app: TestApp;
  let story: TeamStory;
  let book: EventBook;

  storyForEach(TeamStory, (begun) => ({ app, story } = begun));
  beforeEach(async () => {
    await createFeature(story.api, 'sso', 'switch');
    book = await EventBook.open(app, story.place);
  });

  const entitlementsOf = (resourceId?: string) =>
    expectOk<Json>(
      story.api.rest('GET', `/customers/ada/entitlements${resourceId ? `?resourceId=${resourceId}` : ''}`),
    );
  const promotions = async () => (await expectPage<Json>(story.api.rest('GET', pathOf('ada')))).data;
  const versionsOf = (events: readonly BookedEvent[]) => events.map(({ version }) => version as number);

  describe('entitlements.updated', () => {
    const updated = (work: () => Promise<unknown>) => book.during(work, 'entitlements');
    const rising = (events: readonly BookedEvent[]): void => {
      const versions = versionsOf(events);
      expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
    };

    it('W2, W10, entitlements-usage C3, G9: all that the customer may do, once for each commit that changes it', async () => {
      let id = '';
      const events = [
        ...(await updated(async () => ({ id } = await story.team()))),
        ...(await updated(() => expectOk(story.cancel(id, { cancellationTime: 'IMMEDIATE' })))),
      ];
      const { version } = events[1]?.data as { version: number };
      expect(events[0]).toMatchObject({
        ...{ type: 'entitlements.updated', entityId: 'ada' },
        data: { customerId: 'ada', resourceId: null, accessDeniedReason: null, entitlements: [{}] },
      });
      expect(events[1]?.data).toEqual({
        ...{ customerId: 'ada', resourceId: null, version },
        ...(await entitlementsOf()),
      });
      expect(events).toHaveLength(2);
      rising(events);
    });

    it('W10: it is the answer that the commit leaves, with usage and all sources', async () => {
      await story.team();
      await expectOk(report(story.api, 'ada', 'calls', 7));
      const [event] = await updated(() => grant(story.api, 'ada', 'sso'));
      const { version, customerId, resourceId, ...answer } = event?.data as Json;
      expect([customerId, resourceId, typeof version]).toEqual(['ada', null, 'number']);
      expect(answer).toEqual(await entitlementsOf());
      expect((answer['entitlements'] as Json[]).length).toBeGreaterThan(1);
    });

    it('W10: of a resource it is told for itself', async () => {
      await createProduct(story.api, 'sites', { multipleSubscriptions: true });
      const entitlements = [feature('calls', { usageLimit: 3, resetPeriod: 'MONTH' })];
      await publishPlan(story.api, { id: 'apart', productId: 'sites', entitlements });
      const [event, ...others] = await updated(() => story.begun('apart', { resourceId: 'site' }));
      expect(others).toEqual([]);
      expect(event?.data).toMatchObject({ customerId: 'ada', resourceId: 'site' });
      expect(event?.data['entitlements']).toEqual((await entitlementsOf('site'))['entitlements']);
    });

    it('W10, entitlements-usage G9: archiving its customer and bringing it back, and the end of a promotion, are told', async () => {
      await grant(story.api, 'ada', 'sso', { period: '1 week' });
      const turn = (verb: string) => () => expectOk(story.api.rest('POST', `/customers/ada/${verb}`));
      const events = [...(await updated(turn('archive'))), ...(await updated(turn('unarchive')))];
      expect(
        events.map(({ data }) => [data['accessDeniedReason'], (data['entitlements'] as Json[]).length]),
      ).toEqual([
        ['CustomerIsArchived', 0],
        [null, 1],
      ]);
      events.push(...(await updated(() => story.to('2026-04-17'))));
      expect(events.at(-1)?.data['accessDeniedReason']).toBe('NoActiveSubscription');
      expect(events).toHaveLength(3);
      rising(events);
    });

    it('W7: a change that is refused tells nothing', async () => {
      const events = await book.during(async () => {
        const asked = { promotionalEntitlements: [{ featureId: 'nothing', period: 'lifetime' }] };
        expect(await story.api.rest('POST', pathOf('ada'), asked)).toRefuse('FeatureNotFound', /nothing/);
      });
      expect(events).toEqual([]);
    });
  });

  describe('promotional entitlements', () => {
    const told = (work: () => Promise<unknown>) => book.during(work, 'promotional_entitlement');

    it('W2, W6, W10: granted, granted anew and revoked, as the list tells them', async () => {
      const granted = await told(() => grant(story.api, 'ada', 'sso', { period: '1 year' }));
      const [first] = await promotions();
      expect(contentsOf(granted)).toEqual([
        ['promotional_entitlement.granted', { customerId: 'ada', promotionalEntitlement: first }],
      ]);
      const anew = await told(() => grant(story.api, 'ada', 'sso'));
      const [second] = await promotions();
      expect(contentsOf(anew)).toEqual([
        [
          'promotional_entitlement.updated',
          { customerId: 'ada', promotionalEntitlement: second, changed: ['endDate', 'period'] },
        ],
      ]);
      const revoked = await told(() => expectOk(revoke(story.api, 'ada', 'sso')));
      expect(contentsOf(revoked)).toEqual([
        ['promotional_entitlement.revoked', { customerId: 'ada', promotionalEntitlement: second }],
      ]);
      expect(versionsOf([...granted, ...anew, ...revoked])).toEqual([1, 2, 3]);
    });

    it('W2, W6: that one ends soon is told once, a week before, and its end', async () => {
      await grant(story.api, 'ada', 'sso', { period: '1 month' });
      const soon = await told(async () => {
        await story.to('2026-05-02');
        await story.to('2026-05-03');
        await story.to('2026-05-04');
      });
      const [promotion] = await promotions();
      expect(promotion).toMatchObject({ status: 'Active', endDate: on('2026-05-10') });
      expect(contentsOf(soon)).toEqual([
        ['promotional_entitlement.ends_soon', { customerId: 'ada', promotionalEntitlement: promotion }],
      ]);
      const over = await told(() => story.to('2026-05-10'));
      expect(contentsOf(over)).toEqual([
        [
          'promotional_entitlement.expired',
          { customerId: 'ada', promotionalEntitlement: (await promotions())[0] },
        ],
      ]);
      expect(versionsOf([...soon, ...over])).toEqual([1, 2]);
    });

    it('A6: as many days before as the environment has chosen, at once where it is shorter, and never of what has no end', async () => {
      await expectOk(story.api.rest('PATCH', '/environment-settings', { endsSoonDays: 3 }));
      for (const id of ['long', 'short', 'endless']) await createCustomer(story.api, id);
      await grant(story.api, 'long', 'sso', { period: '1 week' });
      await grant(story.api, 'short', 'sso', { period: 'custom', customEndDate: on('2026-04-12') });
      await grant(story.api, 'endless', 'sso');
      const whoOf = async (day: string): Promise<unknown[]> =>
        (await told(() => story.to(day))).map(({ type, data }) => [type.split('.')[1], data['customerId']]);
      expect(await whoOf('2026-04-11')).toEqual([['ends_soon', 'short']]);
      expect(await whoOf('2026-04-13')).toEqual([['expired', 'short']]);
      expect(await whoOf('2026-04-14')).toEqual([['ends_soon', 'long']]);
      expect(await whoOf('2027-04-14')).toEqual([['expired', 'long']]);
    });

    it('A6: over months at once each in its order; of what is granted anew the new end is told', async () => {
      await grant(story.api, 'ada', 'sso', { period: '1 week' });
      await story.to('2026-04-11');
      const events = await told(async () => {
        await grant(story.api, 'ada', 'sso', { period: '6 month' });
        await story.to('2026-12-01');
      });
      expect(events.map(({ type }) => type.split('.')[1])).toEqual(['updated', 'ends_soon', 'expired']);
      const statuses = events.map(({ data }) => (data['promotionalEntitlement'] as Json)['status']);
      expect(statuses).toEqual(['Active', 'Active', 'Expired']);
    });

    it('A6: what the last release gives beside this one is told too, and what there was before', async () => {
      for (const id of ['given', 'anew', 'before']) await createCustomer(story.api, id);
      const rows: Json[] = [];
      for (const id of ['given', 'anew', 'before'])
        rows.push(await grant(story.api, id, 'sso', { period: '1 month' }));
      const [given, anew, before] = rows.map(({ id }) => id);
      const query = (text: string, ...values: unknown[]) => app.dataSource.query(text, values);
      // It writes all columns that it knows of.
      await query(
        `with gone as (delete from promotional_entitlement where uid = $1 returning *)
         insert into promotional_entitlement
         select (jsonb_populate_record(null::promotional_entitlement, to_jsonb(gone) - 'ends_soon_at' || '{"version": 1}')).* from gone`,
        given,
      );
      await query('update promotional_entitlement set end_date = $2 where uid = $1', anew, on('2026-05-20'));
      await query('update promotional_entitlement set ends_soon_at = null where uid = $1', before);
      const runner = app.dataSource.createQueryRunner();
      await new BackfillPromotionNotices1795705100001().up(runner);
      await runner.release();
      const told = await query(
        `select customer_id as id, ends_soon_at as at from promotional_entitlement where environment_id = $1 order by 1`,
        story.place.environmentId,
      );
      expect(told).toEqual([
        { id: 'anew', at: new Date(on('2026-05-13')) },
        { id: 'before', at: new Date(on('2026-05-03')) },
        { id: 'given', at: new Date(on('2026-05-03')) },
      ]);
    });

    it('W6: the end of one whose customer is archived is told as what it is meanwhile', async () => {
      await grant(story.api, 'ada', 'sso', { period: '1 month' });
      await expectOk(story.api.rest('POST', '/customers/ada/archive'));
      const [soon] = await told(() => story.to('2026-05-04'));
      expect(soon?.data).toMatchObject({ promotionalEntitlement: { status: 'Paused' } });
    });
  });

  it('W10: the same through the other door', async () => {
    const mutation = `mutation($input: GrantPromotionalEntitlementsInput!) {
      grantPromotionalEntitlements(customerId: "ada", input: $input) { id } }`;
    const input = { promotionalEntitlements: [{ featureId: 'sso', period: 'lifetime' }] };
    const answer = await book.during(async () => {
      const asked = await story.api.graphql(mutation, { input });
      expect(asked.errors).toEqual([]);
    });
    expect(answer.map(({ type }) => type).sort()).toEqual([
      'entitlements.updated',
      'feature.updated',
      'promotional_entitlement.granted',
    ]);
  });
});
