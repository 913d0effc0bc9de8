import { newContext, runInContext } from '#libs/context/request-context';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { createTestApp, type TestApp } from '../../test/support/app';
import { EventDelivery } from './event-delivery';
import { OnEvent } from './extensions';
import { Outbox } from './outbox';
import type { RecordedEvent } from './event';

// Domain: access-and-events

describe('the outbox', () => {
  let app: TestApp;
  const handled: string[] = [];
  let isPoisoned = true;

  class Handlers {
    @OnEvent('measurement.reported')
    async first({ entityId }: RecordedEvent): Promise<void> {
      handled.push(`first ${entityId}`);
    }

    @OnEvent('measurement.reported')
    async poisoned(): Promise<void> {
      if (isPoisoned) throw new Error('cannot be handled');
      handled.push('poisoned no more');
    }

    @OnEvent('measurement.reported')
    async last({ entityId }: RecordedEvent): Promise<void> {
      handled.push(`last ${entityId}`);
    }
  }

  beforeAll(async () => {
    app = await createTestApp({ providers: [Handlers] });
  });
  afterAll(() => app.close());
  beforeEach(() => handled.splice(0));

  const inTenant = <T>(work: () => Promise<T>): Promise<T> => {
    const { accountId, environmentId } = app.a;
    const principal = { kind: 'SYSTEM', actor: 'test', accountId, environmentId, may: () => true } as const;
    return runInContext({ ...newContext('test', 'WORKER'), principal }, work);
  };
  const record = (entityId: string, fails = false) =>
    inTenant(() =>
      app.nest.get(UnitOfWork).run(async () => {
        const event = {
          type: 'measurement.reported',
          entityType: 'TEST',
          entityId,
          payload: { of: entityId },
        };
        app.nest.get(Outbox).record(event);
        if (fails) throw new Error('the work failed');
      }),
    );
  const events = (entityId: string) =>
    app.dataSource.query<{ uid: string; type: string; actor: string }[]>(
      'select uid, type, actor from outbox_event where entity_id = $1',
      [entityId],
    );
  const jobs = async (uid: string): Promise<number> => {
    const text = `select count(*)::int as count from graphile_worker.jobs where key = $1`;
    const [row] = await app.dataSource.query<{ count: number }[]>(text, [`event:${uid}`]);
    return row?.count ?? 0;
  };

  it('writes event and job in the commit of the work', async () => {
    await record('committed');
    const [event] = await events('committed');
    expect(event).toMatchObject({ type: 'measurement.reported', actor: 'test' });
    expect(await jobs(event?.uid as string)).toBeLessThanOrEqual(1);
  });

  it('W7: writes nothing for work that was rolled back', async () => {
    await expect(record('rolled-back', true)).rejects.toThrow('the work failed');
    expect(await events('rolled-back')).toEqual([]);
  });

  it('hands an event to each handler once, and one poisoned handler blocks no other', async () => {
    isPoisoned = true;
    await record('poison');
    const [event] = await events('poison');
    const deliver = () => app.nest.get(EventDelivery).deliver(app.a.environmentId, event?.uid as string);
    await expect(deliver()).rejects.toThrow('cannot be handled');
    await expect(deliver()).rejects.toThrow('cannot be handled');
    const mine = handled.filter((each) => each.endsWith('poison'));
    expect(mine.sort()).toEqual(['first poison', 'last poison']);
    isPoisoned = false;
    await deliver();
    await deliver();
    expect(handled.filter((each) => each === 'poisoned no more').length).toBeGreaterThanOrEqual(1);
  });
});
