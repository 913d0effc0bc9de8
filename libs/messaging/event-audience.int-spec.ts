import { newContext, runInContext } from '#libs/context/request-context';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { createTestApp, type TestApp } from '../../test/support/app';
import type { DomainEvent, RecordedEvent } from './event';
import { EventAudience, eventsWritten } from './event-audience';
import { Follows } from './extensions';
import { Outbox } from './outbox';

// Domain: access-and-events

describe('the audience of events', () => {
  let app: TestApp;
  const told: RecordedEvent[] = [];
  let isRefused = false;

  class Deliverer {
    @Follows(eventsWritten)
    async deliver({ events }: typeof eventsWritten.facts): Promise<void> {
      told.push(...events);
      if (isRefused) throw new Error('cannot be delivered');
    }
  }

  beforeAll(async () => {
    app = await createTestApp({ providers: [Deliverer] });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    told.splice(0);
    isRefused = false;
    await hear([]);
  });

  const inTenant = <T>(work: () => Promise<T>, { environmentId } = app.a): Promise<T> => {
    const { accountId } = app.a;
    const principal = { kind: 'SYSTEM', actor: 'test', accountId, environmentId, may: () => true } as const;
    const context = { ...newContext('test', 'WORKER'), principal };
    return runInContext(context, () => app.nest.get(UnitOfWork).run(work));
  };
  const audience = (): EventAudience => app.nest.get(EventAudience);
  const hear = (patterns: readonly string[], tenant = app.a): Promise<void> =>
    inTenant(() => audience().change(async () => patterns), tenant);
  const record = (...events: Partial<DomainEvent>[]): Promise<void> =>
    inTenant(async () => {
      for (const event of events) {
        const about = { type: 'customer.created', entityType: 'TEST', entityId: 'told', payload: {} };
        app.nest.get(Outbox).record({ ...about, ...event });
      }
    });
  const stored = (entityId: string) =>
    app.dataSource.query<{ payload: object; entity_version: string | null }[]>(
      'select payload, entity_version from outbox_event where entity_id = $1 order by uid',
      [entityId],
    );

  it.each([
    [['customer.created'], true],
    [['customer.*'], true],
    [['*'], true],
    [['customer.updated', 'coupon.*'], false],
    [[], false],
  ])(
    'W6: of those who want %j an event of customers being made reaches whom it should',
    async (patterns, isHeard) => {
      await hear(patterns);
      await record({}, { type: 'third_party.sync_failed' });
      expect(told.filter(({ type }) => type === 'customer.created')).toHaveLength(isHeard ? 1 : 0);
      expect(await inTenant(() => audience().wants('customer.created'))).toBe(isHeard);
    },
  );

  it('W6: a noun is what stands before the first point', async () => {
    await hear(['credit_grant.*']);
    await record({ type: 'credit_grant.balance.low' }, { type: 'credit_balance.low' });
    expect(told.map(({ type }) => type)).toEqual(['credit_grant.balance.low']);
  });

  it('W6: one environment hears nothing of what another one wants', async () => {
    await hear(['*'], app.b);
    await record({});
    expect(told).toEqual([]);
  });

  it('W2: tells who delivers what it has written, with the revision of the object', async () => {
    await hear(['*']);
    await record({ entityId: 'versioned', version: 7, payload: { of: 'it' } });
    expect(told).toEqual([
      expect.objectContaining({ environmentId: app.a.environmentId, version: 7, payload: { of: 'it' } }),
    ]);
    expect(await stored('versioned')).toEqual([{ payload: { of: 'it' }, entity_version: '7' }]);
  });

  it('a dear payload is made, and its event written, only for who wants it', async () => {
    let made = 0;
    const payload = async () => ({ made: ++made });
    await record({ entityId: 'dear', payload });
    expect([made, await stored('dear')]).toEqual([0, []]);
    await hear(['customer.*']);
    await record({ entityId: 'dear', payload });
    expect(await stored('dear')).toMatchObject([{ payload: { made: 1 } }]);
    expect(told).toMatchObject([{ payload: { made: 1 } }]);
  });

  it('W7: what cannot be turned into deliveries undoes the work', async () => {
    await hear(['*']);
    isRefused = true;
    await expect(record({ entityId: 'undone' })).rejects.toThrow('cannot be delivered');
    expect(await stored('undone')).toEqual([]);
  });

  it('two who change it at once stand in line, and neither forgets the other', async () => {
    const wanted: string[] = [];
    const one = (pattern: string) =>
      inTenant(() =>
        audience().change(async () => {
          wanted.push(pattern);
          return [...wanted];
        }),
      );
    await Promise.all([one('customer.*'), one('coupon.*'), one('plan.*')]);
    const heard = await inTenant(() =>
      audience().heardOf(['customer.created', 'coupon.created', 'plan.created']),
    );
    expect(heard.size).toBe(3);
  });
});
