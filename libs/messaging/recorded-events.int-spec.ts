import { newContext, runInContext } from '#libs/context/request-context';
import { firstUidOf } from '#libs/kernel/ids';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { createTestApp, type TestApp } from '../../test/support/app';
import { Outbox } from './outbox';
import { RecordedEvents } from './recorded-events';

// Domain: access-and-events

const types = ['invoice.paid', 'credit_grant.balance.low', 'credit_balance.low', 'invoice.canceled'];

describe('events that are kept', () => {
  let app: TestApp;
  let between: { after: string; before: string };

  beforeAll(async () => {
    app = await createTestApp();
    const began = new Date();
    await inTenant(async () => {
      for (const type of types)
        app.nest.get(Outbox).record({ type, entityType: 'TEST', entityId: type, payload: {} });
    });
    between = { after: firstUidOf(began), before: firstUidOf(new Date(Date.now() + 1000)) };
  });
  afterAll(() => app.close());

  const inTenant = <T>(work: () => Promise<T>, { environmentId } = app.a): Promise<T> => {
    const { accountId } = app.a;
    const principal = { kind: 'SYSTEM', actor: 'test', accountId, environmentId, may: () => true } as const;
    const context = { ...newContext('test', 'WORKER'), principal };
    return runInContext(context, () => app.nest.get(UnitOfWork).run(work));
  };
  const found = (patterns: readonly string[], tenant = app.a, span = between): Promise<string[]> =>
    inTenant(async () => {
      const events = await app.nest.get(RecordedEvents).next({ ...span, patterns }, 10);
      expect(await app.nest.get(RecordedEvents).count({ ...span, patterns }, 10)).toBe(events.length);
      return events.map(({ type }) => type);
    }, tenant);

  it('W3: are found by what hears them: a type, a noun, everything', async () => {
    expect(await found(['*'])).toEqual(types);
    expect(await found(['*', 'invoice.paid'])).toEqual(types);
    expect(await found(['invoice.paid'])).toEqual(['invoice.paid']);
    expect(await found(['credit_grant.*', 'invoice.canceled'])).toEqual([
      ...['credit_grant.balance.low', 'invoice.canceled'],
    ]);
    expect(await found(['customer.*'])).toEqual([]);
  });

  it('W3: are of one environment and of a span', async () => {
    expect(await found(['*'], app.b)).toEqual([]);
    expect(await found(['*'], app.a, { ...between, before: between.after })).toEqual([]);
    const [first] = await inTenant(() =>
      app.nest.get(RecordedEvents).next({ ...between, patterns: ['*'] }, 1),
    );
    expect(await found(['*'], app.a, { ...between, after: first?.uid ?? '' })).toEqual(types.slice(1));
  });
});
