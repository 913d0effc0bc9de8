import { mappings } from '../../src/areas';
import { aboveTenants } from '../support/above-tenants';
import { isTest, sourceFiles } from './source-tree';
import { tablesIn, unboundIn } from './sql-levels';
import { anyTable, SqlTexts, unknown } from './sql-texts';

// ADR-0053: each table of a tenant in a statement is held to the environment by a condition of its own.

/** Statements that hold a table to no one environment, each with its reason. */
const spanning: Record<string, string> = {
  'libs/messaging/awaited-deliveries.ts: late': 'a process looks for late deliveries of all tenants',
  'libs/messaging/worker.ts: isOlder': 'of the environment of the row that may be forgotten',
  'libs/messaging/worker.ts: forget-deleted-places': 'the cell forgets those of all tenants at once',
  'libs/messaging/worker.ts: forget-delivered-events': 'the cell forgets those of all tenants at once',
  'libs/messaging/worker.ts: forget-idempotent-answers': 'the cell forgets those of all tenants at once',
  'libs/messaging/worker.ts: forget-tasks': 'the cell forgets those of all tenants at once',
  'libs/persistence/change-poll.ts: poll': 'a process goes by the clocks of all tenants',
  'libs/persistence/deleted-places.ts: rememberPlaces':
    'a place bears the environment of the row that is gone',
  'libs/persistence/proof-watches.ts: claiming':
    'a process looks for chains of all tenants that are to be proven',
  'libs/persistence/proof-watches.ts: standing':
    'a process tells how it stands with the chains of all tenants',
  'libs/persistence/tenant.repository.ts: insertRows': 'the rows bear the environment, put there beside it',
  'libs/tasks/task-leases.ts: take': 'a process looks for work of all tenants',
  'libs/tasks/tasks.ts: underWay': 'a job looks for tenants in which tasks of its kind are under way',
  'src/modules/billing/invoices/due-invoices.reader.ts: draftsBy': 'a part of the next one',
  'src/modules/billing/invoices/due-invoices.reader.ts: due':
    'a process looks for due invoices of all tenants',
  'src/modules/billing/payments/due-payments.reader.ts: due': 'a process looks after payments of all tenants',
  'src/modules/billing/subscriptions/due-subscriptions.reader.ts: due':
    'a process looks for due subscriptions of all tenants',
  'src/modules/entitlements/change-stream/change-log.statements.ts: known':
    'of the environment that the statement around it names',
  'src/modules/entitlements/change-stream/change-log.statements.ts: since':
    'a process reads the logs of all tenants that it has streams of',
  'src/modules/entitlements/credits/due-recharges.reader.ts: due':
    'a process looks for wallets of all tenants that are to be recharged',
  'src/modules/entitlements/credits/due-wallets.reader.ts: due':
    'keeps books of all environments, by turns of each',
  'src/modules/entitlements/credits/watched-ledgers.reader.ts: pass':
    'a process tells the heads of the ledgers of all tenants',
  'src/modules/entitlements/credits/unpaid-grants.reader.ts: due':
    'a process looks for what is due of all tenants',
  'src/modules/entitlements/governance/governance.statements.ts: forget':
    'the cell forgets windows of all tenants at once',
  'src/modules/entitlements/promotional-entitlements/due-ends.reader.ts: due':
    'a process looks for due ends of all tenants',
  'src/modules/entitlements/promotional-entitlements/due-ends.reader.ts: soon':
    'a process looks for ends of all tenants that are to be told',
  'src/modules/billing/invoices/late-usage-watches.repository.ts: due':
    'a process looks for late usage of all tenants',
  'src/modules/platform/api-keys/api-keys.repository.ts: announceAccount':
    'an account is told to the keys of all its environments',
  'src/modules/platform/environment-clocks/environment-clocks.repository.ts: latest':
    'settings of all tenants have one order',
  'src/modules/exchange/data-export/destination-tables.statements.ts: manifestStatements':
    'a table of a database of the operator',
  'src/modules/exchange/data-export/destination-tables.statements.ts: tableStatements':
    'tables of a database of the operator',
  'src/modules/exchange/data-export/due-syncs.reader.ts: claim':
    'a process looks for syncs of all tenants that are due',
  'src/modules/exchange/figures/figures.statements.ts: fold': 'the cell folds changes of all tenants at once',
  'src/modules/exchange/figures/usage-figures.statements.ts: foldUsage':
    'the cell folds changes of all tenants at once',
  'src/modules/exchange/webhooks/due-deliveries.reader.ts: claim':
    'a process looks for messages of all tenants that are due',
  'src/modules/exchange/webhooks/due-deliveries.reader.ts: forget':
    'the cell forgets messages of all tenants at once',
  'src/modules/exchange/webhooks/due-deliveries.reader.ts: forgetOrphans':
    'the cell forgets messages of all tenants at once',
  'src/modules/exchange/webhooks/due-deliveries.reader.ts: pending': 'a part of the walk',
  'src/modules/exchange/webhooks/due-deliveries.reader.ts: waiting':
    'a process tells how late messages of all tenants are',
  'src/modules/exchange/webhooks/due-deliveries.reader.ts: walk':
    'a process walks over the receivers of all tenants',
  'src/modules/platform/activity/watched-activity.reader.ts: moved':
    'a process tells the heads of the logs of all tenants',
  'src/modules/platform/accounts/accounts.bootstrap.ts: insert': 'writes tables above tenants only',
  'src/modules/platform/api-keys/key-uses.repository.ts: note':
    'a process tells which keys of all tenants were used',
  'src/modules/platform/identity/identity.reader.ts: keyByAnyDigest': 'finds the tenant of a credential',
  'src/modules/platform/identity/identity.reader.ts: customerTokensOf':
    'reads with keys of several tenants what they believe',
  'src/modules/platform/identity/identity.reader.ts: keyWhere': 'finds the tenant of a credential',
};

const tables = new Set([
  anyTable,
  ...mappings.map(({ options }) => options.tableName as string).filter((table) => !(table in aboveTenants)),
]);
const files = sourceFiles('src', 'libs').filter(
  ({ path }) => !isTest(path) && !path.startsWith('src/migrations/'),
);

describe('the environment in SQL', () => {
  const texts = [...new SqlTexts(files).all()];

  it('is asked of every table of a tenant in its own query, but for what rightly spans tenants', () => {
    const unbound = texts.filter(({ text }) => unboundIn(text, tables).length > 0).map(({ at }) => at);
    expect([...new Set(unbound)].sort()).toEqual(Object.keys(spanning).sort());
  });

  it('is looked for in all that the code says after a word of SQL, also where helpers say it', () => {
    const named = /\b(?:from|join|using|into|update)\s+([a-z_]+)\b/g;
    const missed = texts.filter(({ text }) => {
      const said = [...text.matchAll(named)].map(([, table = '']) => table);
      const seen = tablesIn(text, tables);
      return said.some((table) => tables.has(table) && !seen.includes(table));
    });
    expect(missed.map(({ at }) => at)).toEqual([]);
    const seen = new Set(texts.flatMap(({ text }) => tablesIn(text, tables)));
    expect([...seen]).toEqual(expect.arrayContaining([anyTable, 'usage_counter', 'subscription', 'task']));
    expect(texts.filter(({ text }) => tablesIn(text, tables).length > 0).length).toBeGreaterThan(80);
  });

  it('is looked for under no name of a table that only the running code knows', () => {
    const hidden = new RegExp(
      `^\\s*(?:(?:with|select|insert|delete)\\b.*\\b(?:from|join|into)|update)\\s*${unknown}.*\\b(?:where|set|values)\\b`,
      's',
    );
    expect(texts.filter(({ text }) => hidden.test(text)).map(({ at }) => at)).toEqual([]);
  });

  it.each([
    ['no condition', 'select from task t where t.uid = $2', ['task']],
    ['a join', 'select from task t join charge c on c.uid = t.uid where t.environment_id = $1', ['charge']],
    ['a left join', 'select from task t left join charge c on true where t.environment_id = $1', ['charge']],
    [
      'an equation',
      `select from task t, charge c
                      where t.environment_id = $1 and c.environment_id = t.environment_id`,
      ['charge'],
    ],
    [
      'a subquery',
      'select from task t where t.environment_id = $1 and exists (select from charge c)',
      ['charge'],
    ],
    [
      'the outer query',
      'select from task t where exists (select from charge c where c.environment_id = $1)',
      ['task'],
    ],
    [
      'a CTE',
      'with c as (select uid from charge) select from task t, c where t.environment_id = $1',
      ['charge'],
    ],
    [
      'a half of a union',
      `select uid from task where environment_id = $1 union all
                           select uid from charge where kind = 'environment_id = $1'`,
      ['charge'],
    ],
    ['one side of an or', 'select from task t where t.uid = $2 or t.environment_id = $1', ['task']],
    ['an or in parentheses', 'select from task t where (t.uid = $2 or t.environment_id = $1)', ['task']],
    ['a column of two', 'select from task t, charge c where environment_id = $1', ['task', 'charge']],
    ['an update', 'update task t set state = $3 from charge c where t.environment_id = $1', ['charge']],
    ['an update of all', 'with c as (update task set environment_id = $1) select 1', ['task']],
    ['a delete', 'delete from task t using charge c where c.environment_id = $1', ['task']],
    ['an insert', 'insert into task (uid, kind) values ($1, $2)', ['task']],
    [
      'a foreign row',
      'insert into task (environment_id) select c.environment_id from charge c',
      ['charge', 'task'],
    ],
    [
      'two environments',
      'select from task t, charge c where t.environment_id = $1 and c.environment_id = $2',
      ['charge'],
    ],
  ])('is missed in %s', (_, text, expected) => {
    expect(unboundIn(text, tables)).toEqual(expected);
  });

  it.each([
    ['alone', 'select count(*) from task where environment_id = $1 and uid = any($2) for update skip locked'],
    ['in a join', 'select from task t join charge c on c.environment_id = $1 where t.environment_id = $1'],
    [
      'of words alone',
      'select extract(epoch from at), a is distinct from b from unnest($1::text[]) as task_names',
    ],
    [
      'in a CTE that writes',
      `with gone as (delete from task t where t.environment_id = $1 returning t.uid)
        insert into charge as c (environment_id, uid) select $1, uid from gone on conflict (uid) do update set uid = c.uid`,
    ],
    ['beside an or', 'select from task t where t.environment_id = $1 and (t.uid = $2 or t.uid = $3)'],
  ])('is found %s', (_, text) => {
    expect(unboundIn(text, tables)).toEqual([]);
  });
});
