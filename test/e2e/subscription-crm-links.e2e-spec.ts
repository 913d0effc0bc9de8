import type { TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, expectPage, type GraphqlAnswer, type RestAnswer } from '../support/client';
import { changeSettings, downgradingTo } from '../support/product-settings';
import { storyForEach } from '../support/story-for-each';
import { boundary, TeamStory, units } from '../support/team-story';

// Domain: customers-subscriptions

/** What the activity log tells of one change. */
interface Logged {
  type: string;
  before: Json | null;
  after: Json;
}

describe('what a subscription is in the CRM', () => {
  let app: TestApp;
  let story: TeamStory;

  storyForEach(TeamStory, (begun) => ({ app, story } = begun));

  /** As a caller says it: over both doors. */
  const provisions: [string, (body: Json) => Promise<RestAnswer | GraphqlAnswer>][] = [
    ['REST', (body) => story.api.rest('POST', '/subscriptions', body)],
    [
      'GraphQL',
      (input) =>
        story.api.graphql(
          'mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { id } }',
          { input },
        ),
    ],
  ];
  const updates: [string, (id: string, body: Json) => Promise<RestAnswer | GraphqlAnswer>][] = [
    ['REST', (id, body) => story.patch(id, body)],
    [
      'GraphQL',
      (id, input) =>
        story.api.graphql(
          'mutation($id: String!, $input: UpdateSubscriptionInput!) { updateSubscription(id: $id, input: $input) { id } }',
          { id, input },
        ),
    ],
  ];
  const log = async (id: string): Promise<Logged[]> =>
    (await expectPage<Logged & Json>(story.api.rest('GET', `/activity?entityId=${id}`))).data;
  /** After the newest change of it. */
  const linkOf = async (id: string): Promise<unknown> => (await log(id))[0]?.after['salesforceId'];
  const kept = async (id: string): Promise<unknown> => {
    const text = 'select salesforce_id as link from subscription where environment_id = $1 and id = $2';
    const [row] = await app.dataSource.query<{ link: unknown }[]>(text, [story.place.environmentId, id]);
    return row?.link;
  };
  const newestOn = async (customerId: string, planId: string): Promise<string> => {
    const path = `/subscriptions?customerId=${customerId}&planId=${planId}`;
    return String((await expectPage<Json>(story.api.rest('GET', path))).data[0]?.['id']);
  };

  it.each(provisions)(
    'V1: over %s it is kept, told by the activity log and by nothing else',
    async (_, send) => {
      await expectOk(
        send({ customerId: 'ada', planId: 'pro', id: 'linked', salesforceId: '006Aa00000Xyz12IAB' }),
      );
      expect([await kept('linked'), await linkOf('linked')]).toEqual([
        '006Aa00000Xyz12IAB',
        '006Aa00000Xyz12IAB',
      ]);
      expect(await story.get('linked')).not.toHaveProperty('salesforceId');
      const text = `select payload::text from outbox_event where entity_id = 'linked'`;
      const events = await app.dataSource.query<{ payload: string }[]>(text);
      expect(events.length).toBeGreaterThan(0);
      for (const { payload } of events) expect(payload).not.toMatch(/006Aa/);
    },
  );

  it.each(provisions)('V1: over %s one longer than 255 characters is refused', async (_, send) => {
    const body = { customerId: 'ada', planId: 'pro' };
    expect(await send({ ...body, salesforceId: 'x'.repeat(256) })).toRefuse('BadUserInput', /salesforceId/);
    expect(await send({ ...body, salesforceId: 7 })).toRefuse('BadUserInput', /salesforceId/);
    await expectOk(send({ ...body, salesforceId: 'x'.repeat(255) }));
  });

  describe.each(updates)('D1: a change over %s', (_, send) => {
    let id: string;
    beforeEach(async () => {
      ({ id } = await story.begun('pro', { salesforceId: 'first' }));
    });

    it('names another one, and leaves it where it says nothing', async () => {
      await expectOk(send(id, { salesforceId: 'second' }));
      const [newest] = await log(id);
      expect([newest?.type, newest?.before?.['salesforceId'], newest?.after['salesforceId']]).toEqual([
        'subscription.updated',
        'first',
        'second',
      ]);
      await expectOk(send(id, { metadata: { team: 'red' } }));
      expect([await linkOf(id), await kept(id)]).toEqual(['second', 'second']);
    });

    it.each([[null], ['']])('takes it away by %j', async (salesforceId) => {
      await expectOk(send(id, { salesforceId }));
      const [newest] = await log(id);
      expect(newest?.before).toHaveProperty('salesforceId', 'first');
      expect(newest?.after).not.toHaveProperty('salesforceId');
      expect(await kept(id)).toBeNull();
    });
  });

  it('V5: provisioned again, the plan that runs takes what is said and keeps it where nothing is', async () => {
    const { id } = await story.begun('pro', { salesforceId: 'first' });
    await expectOk(story.ask('pro', { metadata: { team: 'red' } }));
    expect(await kept(id)).toBe('first');
    await expectOk(story.ask('pro', { salesforceId: 'second' }));
    expect(await kept(id)).toBe('second');
    await expectOk(story.ask('pro', { salesforceId: '' }));
    expect(await kept(id)).toBeNull();
  });

  it('V1, V4: a plan that takes the place of another one takes it over, unless it names its own', async () => {
    await story.begun('basic', { salesforceId: 'first' });
    await story.begun('pro');
    expect(await kept(await story.idOf('pro'))).toBe('first');
    await story.begun('agreed', { salesforceId: 'second' });
    expect(await kept(await story.idOf('agreed'))).toBe('second');
  });

  it('V1, D9: so does a plan that waited for the end of a period, with what was asked for', async () => {
    await story.team({ salesforceId: 'first' });
    await expectOk(story.ask('small', { charges: units(5), salesforceId: 'second' }));
    await createCustomer(story.api, 'ben');
    const ofBen = { customerId: 'ben', billingPeriod: 'MONTHLY', charges: units(5) };
    await expectOk(
      story.api.rest('POST', '/subscriptions', { ...ofBen, planId: 'team', salesforceId: 'his' }),
    );
    await expectOk(
      story.api.rest('POST', '/subscriptions', { customerId: 'ben', planId: 'small', charges: units(5) }),
    );
    await story.to(boundary.slice(0, 10));
    expect([await kept(await newestOn('ada', 'small')), await kept(await newestOn('ben', 'small'))]).toEqual([
      'second',
      'his',
    ]);
  });

  it('V1, V6: so does one that was bought to start later', async () => {
    await story.begun('basic', { salesforceId: 'first' });
    await expectOk(story.ask('pro', { startDate: '2026-04-20T00:00:00.000Z' }));
    const id = await story.idOf('pro');
    expect(await kept(id)).toBeNull();
    await story.to('2026-04-20');
    expect([await kept(id), await linkOf(id)]).toEqual(['first', 'first']);
  });

  it('V1, T4: so does a trial once it is paid for', async () => {
    await story.begun('basic', { salesforceId: 'first' });
    await expectOk(story.ask('tried'));
    const id = await story.idOf('tried');
    expect(await kept(id)).toBeNull();
    await story.to('2026-04-24');
    expect(await kept(id)).toBe('first');
  });

  it('V1, X2: so does the plan to which a product falls back', async () => {
    await expectOk(changeSettings(story.api, downgradingTo('free')));
    const { id } = await story.begun('pro', { salesforceId: 'first' });
    await expectOk(story.cancel(id, { cancellationTime: 'IMMEDIATE' }));
    expect(await kept(await story.idOf('free'))).toBe('first');
  });
});
