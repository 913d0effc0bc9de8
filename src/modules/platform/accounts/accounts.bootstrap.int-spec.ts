import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import { execute } from '../../../../test/support/database';
import { answerAfter } from '../../../../test/support/held-row';
import { AccountsBootstrap } from './accounts.bootstrap';

describe('the first start on an empty database', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
    await execute(app.databaseUrl, 'truncate environment, account cascade');
  });
  afterAll(() => app.close());

  it('makes nothing where another process, which it waited for, has made the first environment', async () => {
    const [account, environment] = [newUid(), newUid()];
    const told = await answerAfter(
      app.databaseUrl,
      [
        `select pg_advisory_xact_lock(hashtextextended('bootstrap', 0))`,
        `insert into account (uid, name, tier, status, created_at) values ('${account}', 'First', 'FULL', 'ACTIVE', now())`,
        `insert into environment (uid, account_uid, name, created_at) values ('${environment}', '${account}', 'First', now())`,
      ],
      () =>
        app.nest.get(AccountsBootstrap).run({
          account: 'Second',
          environment: 'Second',
          environmentType: 'DEVELOPMENT',
          serverKey: undefined,
          publishableKey: undefined,
          ownerSubject: undefined,
        }),
    );
    expect(told).toBeUndefined();
    expect(await app.dataSource.query('select name from environment')).toEqual([{ name: 'First' }]);
  });
});
