import { newContext, runInContext, type Principal } from '#libs/context/request-context';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import { answerAfter } from '../../../../test/support/held-row';
import { EnvironmentAdministrationService } from './environment-administration.service';

// Domain: access-and-events

describe('the administration of environments', () => {
  let app: TestApp;
  let service: EnvironmentAdministrationService;

  beforeAll(async () => {
    app = await createTestApp();
    service = app.nest.get(EnvironmentAdministrationService);
  });
  afterAll(() => app.close());

  const as = <T>(kind: Principal['kind'], work: () => Promise<T>): Promise<T> => {
    const { accountId, environmentId } = app.b;
    const principal = { kind, actor: 'test', accountId, environmentId, may: () => true };
    return runInContext({ ...newContext('test', 'WORKER'), principal }, work);
  };

  it.each(['FULL_ACCESS_KEY', 'USER'] as const)(
    'A8: %s: refused whatever it may do in its own',
    async (kind) => {
      await expect(as(kind, () => service.listEvery())).rejects.toMatchObject({ code: 'IdentityForbidden' });
      await expect(as(kind, () => service.setType('SANDBOX'))).rejects.toMatchObject({
        code: 'IdentityForbidden',
      });
      const own = (await as('SYSTEM', () => service.listEvery())).find(
        ({ id }) => id === app.b.environmentId,
      );
      expect(own?.type).toBe('PRODUCTION');
    },
  );

  it('A8, W8: two that change a type at once: the later one sees what the other has made of it', async () => {
    const { environmentId } = app.b;
    const told = await answerAfter(
      app.databaseUrl,
      [`update environment set type = 'DEVELOPMENT' where uid = '${environmentId}'`],
      () => as('SYSTEM', () => service.setType('SANDBOX')),
    );
    expect(told.type).toBe('SANDBOX');
    const [entry] = await app.dataSource.query<{ before: { type: string }; after: { type: string } }[]>(
      'select before, after from activity where environment_id = $1',
      [environmentId],
    );
    expect([entry?.before.type, entry?.after.type]).toEqual(['DEVELOPMENT', 'SANDBOX']);
  });
});
