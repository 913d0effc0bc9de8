import { newContext, runInContext } from '#libs/context/request-context';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import { expectOk } from '../../../../test/support/client';
import type { TestEnvironment } from '../../../../test/support/environments';
import { withinUseCase } from '../../../../test/support/within';
import { CustomersService } from './customers.service';

// Domain: customers-subscriptions

describe('resources of customers', () => {
  let app: TestApp;
  let customers: CustomersService;

  beforeAll(async () => {
    app = await createTestApp();
    customers = app.nest.get(CustomersService);
    for (const { api } of [app.a, app.b]) {
      for (const id of ['one', 'two']) await expectOk(api.rest('POST', '/customers', { id }));
    }
  });
  afterAll(() => app.close());

  const within = <T>(place: TestEnvironment, work: () => Promise<T>): Promise<T> =>
    withinUseCase(app, place, work);
  const ensure = (place: TestEnvironment, customerId: string, resourceId: string) =>
    within(place, async () => customers.ensureResource(await customers.getOrThrow(customerId), resourceId));

  it('U10: the first that names a resource makes it, the next find it', async () => {
    const made = await ensure(app.a, 'one', 'workspace');
    expect(made.id).toBe('workspace');
    expect(await ensure(app.a, 'one', 'workspace')).toEqual(made);
    const { uid } = await within(app.a, () => customers.getOrThrow('one'));
    expect(await within(app.a, () => customers.findResource(uid, 'workspace'))).toEqual(made);
    expect(await within(app.a, () => customers.findResource(uid, 'another'))).toBeUndefined();
  });

  it('U10: of many that name a new one at once, all get the same', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => ensure(app.a, 'one', 'contested')));
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(1);
    const rows = await app.dataSource.query<unknown[]>(
      `select from customer_resource where id = 'contested'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('the same id is another resource of another customer, and of the same customer elsewhere', async () => {
    const all = [
      await ensure(app.a, 'one', 'shared'),
      await ensure(app.a, 'two', 'shared'),
      await ensure(app.b, 'one', 'shared'),
    ];
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(3);
  });

  it('what is for use cases only cannot be called outside of one', async () => {
    const outside = { ...newContext('test', 'WORKER') };
    expect(() => runInContext(outside, () => customers.getOrThrow('one'))).toThrow('for use cases only');
    await expect(within(app.a, () => customers.lockOrThrow('nobody'))).rejects.toRefuse('CustomerNotFound');
  });
});
