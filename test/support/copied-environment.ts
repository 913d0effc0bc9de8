import { ChangeFeed } from '#libs/changes/change-feed';
import type { EnvironmentType } from '#libs/kernel/environment-type';
import type { TestApp } from './app';
import type { TestEnvironment } from './environments';

/** What tells of an environment itself, or of what was done in it: of that each has its own. */
const own = ['activity', 'activity_chain', 'api_key', 'engine_change', 'environment', 'outbox_event'];

interface Table {
  name: string;
  columns: string[];
}

// Of partitioned tables the whole, not the parts.
const tables = `
  select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
   group by c.relname having bool_or(a.attname = 'environment_id') and c.relname <> all($1)
   order by c.relname`;

// All processes share one order of their versions.
const nextVersion = '(select max(version) + 1 from environment_clock)';

/** An environment with all that is in it, of which there can be copies: so one is made in the time that two requests take. */
export class CopiedEnvironment {
  private constructor(
    private readonly app: TestApp,
    private readonly pattern: TestEnvironment,
    private readonly type: EnvironmentType | undefined,
    private readonly filled: readonly Table[],
  ) {}

  /** @param pattern stays as it is from now on */
  static async of(app: TestApp, pattern: TestEnvironment): Promise<CopiedEnvironment> {
    const [row] = await app.dataSource.query<{ type: EnvironmentType }[]>(
      'select type from environment where uid = $1',
      [pattern.environmentId],
    );
    const all = await app.dataSource.query<Table[]>(tables, [own]);
    const found = await app.dataSource.query<{ name: string }[]>(
      all
        .map(
          ({ name }) =>
            `select '${name}' as name where exists (select from ${name} where environment_id = $1)`,
        )
        .join(' union all '),
      [pattern.environmentId],
    );
    const names = new Set(found.map(({ name }) => name));
    return new CopiedEnvironment(
      app,
      pattern,
      row?.type,
      all.filter(({ name }) => names.has(name)),
    );
  }

  /** Of the same account and type, with keys of its own. Objects are under the same keys in both. */
  async copy(): Promise<TestEnvironment> {
    const { app, pattern, type } = this;
    const place = await app.environments.add(pattern.accountId, undefined, type);
    const [from, to] = [pattern, place].map(({ environmentId }) => `'${environmentId}'::uuid`);
    const copying = this.filled.map(({ name, columns }) => {
      const told = columns.map((column) => {
        if (column === 'environment_id') return to;
        return name === 'environment_clock' && column === 'version' ? nextVersion : column;
      });
      return `delete from ${name} where environment_id = ${to};
        insert into ${name} (${columns.join()}) overriding system value select ${told.join()} from ${name} where environment_id = ${from};`;
    });
    // As it is: no trigger may add to it, and what it refers to has come with it. Statements in one text are one transaction.
    await app.dataSource.query(`set local session_replication_role = replica; ${copying.join('\n')}`);
    await app.nest.get(ChangeFeed).renewed();
    return place;
  }
}

/**
 * One application for the tests of a file, and for each of them a copy of an environment where all has begun.
 * @param begin once @param take before each test
 */
export function copyForEach(
  open: () => Promise<TestApp>,
  begin: (app: TestApp) => Promise<TestEnvironment>,
  take: (app: TestApp, place: TestEnvironment) => unknown,
): void {
  let app: TestApp;
  let begun: CopiedEnvironment;

  beforeAll(async () => {
    app = await open();
    begun = await CopiedEnvironment.of(app, await begin(app));
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await take(app, await begun.copy());
  });
}
