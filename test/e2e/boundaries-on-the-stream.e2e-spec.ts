import { createTestApp, type TestApp } from '../support/app';
import { expectOk, expectPage } from '../support/client';
import { eventually } from '../support/eventually';
import type { Json } from '../support/catalog';
import { Listening, type State } from '../support/listening';
import { changeSettings, downgradingTo } from '../support/product-settings';
import { on, Story } from '../support/subscription-lives';

// Domain: customers-subscriptions

describe('what is held in memory and what the stream tells follow the life of a subscription', () => {
  let app: TestApp;
  let story: Story;
  let listening: Listening;

  beforeAll(async () => {
    app = await createTestApp({ listen: true });
    listening = new Listening(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    story = await Story.begin(app);
  });
  afterEach(() => listening.leave());

  const streamOf = () => listening.streamOf('?customerId=ada', story.place.serverKey);
  const toldLimits = (stream: Awaited<ReturnType<typeof streamOf>>): (number | null)[] =>
    stream.of<State>('entitlements.updated').map(({ entitlements }) => entitlements[0]?.usageLimit ?? null);
  const validUntil = async () => (await story.check())['validUntil'];

  /** What becomes of a customer at an instant, by time alone. */
  const boundaries: [
    what: string,
    at: string,
    before: number | null,
    after: number | null,
    begin: () => Promise<unknown>,
  ][] = [
    ['a start', '2026-04-20', null, 1000, () => story.begun('pro', { startDate: on('2026-04-20') })],
    ['the end of a trial that nothing follows', '2026-05-10', 300, null, () => story.begun('ending')],
    [
      'the end of a trial that another plan follows',
      '2026-05-10',
      300,
      1000,
      async () => {
        await story.begun('ending');
        await story.begun('pro');
      },
    ],
    [
      'an end that was decided',
      '2026-04-30',
      1000,
      null,
      () => story.begun('pro', { cancellationDate: on('2026-04-30') }),
    ],
    [
      'an end that the downgrade plan follows',
      '2026-04-30',
      1000,
      10,
      async () => {
        await expectOk(changeSettings(story.api, downgradingTo('free')));
        await story.begun('pro', { cancellationDate: on('2026-04-30') });
      },
    ],
    [
      'a lower plan that waited',
      '2026-05-10',
      1000,
      100,
      async () => {
        await story.begun('pro');
        await story.begun('basic');
      },
    ],
  ];

  it.each(boundaries)(
    'Z1, D9, entitlements-usage C3, G10: %s is told by the stream, whoever carries it out',
    async (_, at, before, after, begin) => {
      await begin();
      const stream = await streamOf();
      // Held in memory from now on, with how long it holds.
      expect((await story.check())['usageLimit'] ?? null).toBe(before);
      if (before !== null) expect(await validUntil()).toBe(on(at));
      await story.to(at);
      await eventually(async () => {
        expect(toldLimits(stream).at(-1)).toBe(after);
        await Promise.resolve();
      });
      expect((await story.check())['usageLimit'] ?? null).toBe(after);
    },
  );

  it('Z1, entitlements-usage G9: who asks at the very instant is answered by it, before any job, from memory too', async () => {
    await story.begun('pro');
    await story.begun('basic');
    const stream = await streamOf();
    await story.jump('2026-05-09');
    expect(await story.limit()).toBe(1000);
    await expectOk(
      story.api.rest('PUT', `/environments/${story.place.environmentId}/clock`, {
        now: '2026-05-09T23:59:59.999Z',
      }),
    );
    expect(await story.limit()).toBe(1000);
    await story.jump('2026-05-10');
    const [checked, listed] = await Promise.all([
      story.limit(),
      expectOk<Json>(story.api.rest('GET', '/customers/ada/entitlements')),
    ]);
    expect(checked).toBe(100);
    expect(listed).toMatchObject({ entitlements: [{ usageLimit: 100 }] });
    await eventually(async () => {
      expect(toldLimits(stream)).toEqual([100]);
      await Promise.resolve();
    });
    const { data } = await expectPage<Json>(
      story.api.rest('GET', '/subscriptions?customerId=ada&status=ACTIVE'),
    );
    expect(data).toMatchObject([{ planId: 'basic', startDate: on('2026-05-10') }]);
  });
});
