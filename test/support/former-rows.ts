import { setTimeout as pause } from 'node:timers/promises';
import { DataSource, type MigrationInterface } from 'typeorm';
import { migrationOptions } from '../../ormconfig';
import { migrations } from '../../src/migrations';
import { createEmptyDatabase, execute, type TestDatabase } from './database';

type Migration = new () => MigrationInterface;

const all: readonly Migration[] = migrations;

/** Rows need not be whole, nor what they refer to be there: columns that no test asks for are left out. */
const unbound = (table: string): string => `do $unbound$ declare c record;
  begin
    for c in select conname from pg_constraint where conrelid = '${table}'::regclass and contype = 'f' loop
      execute format('alter table ${table} drop constraint %I', c.conname);
    end loop;
    for c in select attname from pg_attribute a where attrelid = '${table}'::regclass and attnum > 0 and attnotnull
                and not exists (select from pg_constraint p where p.conrelid = a.attrelid and p.contype = 'p' and a.attnum = any (p.conkey)) loop
      execute format('alter table ${table} alter column %I drop not null', c.attname);
    end loop;
  end $unbound$`;

/** A database as the release before a migration has left it. */
export class FormerRows {
  private constructor(
    private readonly database: TestDatabase,
    private readonly migration: Migration,
  ) {}

  /** @param rows statements that fill these tables */
  static async before(
    migration: Migration,
    tables: readonly string[],
    ...rows: string[]
  ): Promise<FormerRows> {
    const former = new FormerRows(await createEmptyDatabase(), migration);
    await former.run(all.slice(0, all.indexOf(migration)));
    await execute(former.url, ...tables.map(unbound), ...rows);
    return former;
  }

  get url(): string {
    return this.database.url;
  }

  /** All migrations there are. */
  migrate = (): Promise<void> => this.run(all);

  drop = (): Promise<void> => this.database.drop();

  private async run(chosen: readonly Migration[]): Promise<void> {
    const source = await new DataSource({
      ...migrationOptions(this.url),
      migrations: [...chosen],
    }).initialize();
    await source.runMigrations();
    await source.destroy();
  }

  /**
   * Migrates while the last release goes on writing, tries the migration again while it does, and takes it back in the end.
   * @param writes of one transaction, again and again
   * @param meanwhile once it is migrated and some was written since @param after once nobody writes any more
   */
  async migrateBeside(
    writes: () => readonly string[],
    { meanwhile, after }: { meanwhile?: () => Promise<void>; after: () => Promise<void> },
  ): Promise<void> {
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        await execute(this.url, 'begin', ...writes(), 'commit');
        await pause(1);
      }
    })();
    await this.migrate();
    // Some of what was written meanwhile is told by triggers alone.
    await pause(200);
    await meanwhile?.();
    const source = await new DataSource(migrationOptions(this.url)).initialize();
    const runner = source.createQueryRunner();
    const Again = this.migration;
    await new Again().up(runner);
    isOver = true;
    await writing;
    await after();
    await new Again().down(runner);
    await runner.release();
    await source.destroy();
  }
}
