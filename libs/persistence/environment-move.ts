import { badInput, type DomainError } from '#libs/kernel/errors/domain-error';
import { dropFence, moveName, raiseFence, type MovedTable } from './environment-fence';
import { eventDaysTurn } from './environment-moves';
import type { Session } from './one-session';
import { inBriefTransaction, perform } from './service-role';

export type MoveDirection = 'LEAVING' | 'ARRIVING';

interface Move {
  direction: MoveDirection;
  is_held: boolean;
}

/** What the database of a move must be, each with what to do where it is not. */
const conditions: readonly (readonly [condition: string, advice: string])[] = [
  [
    `exists (select from pg_class c where c.oid = to_regclass('environment_move') and pg_has_role(current_user, c.relowner, 'usage'))`,
    'Its role does not own the tables: name the one of DATABASE_MIGRATION_URL in DATABASE_URL for this command',
  ],
  [
    `exists (select from pg_policy y where y.polname like 'environment of %')`,
    'It does not keep the rows of environments apart, so work that spans them would meet the fence: give the service a role of its own (README, two roles)',
  ],
];

const logical = [
  `current_setting('wal_level') = 'logical'`,
  'Its log does not tell rows: set wal_level = logical and start PostgreSQL anew',
] as const;

const unclocked = [
  `not exists (select from environment_clock c where c.environment_id = $1)`,
  'The clock of this environment was set: such an environment stays where it is',
] as const;

const told = 'select direction, is_held from environment_move where environment_id = $1';

const copied = 'select exists (select from event_days() d where not d.is_attached) as is_so';
const beginning = `insert into environment_move (environment_id, direction, is_held, began_at) values ($1, $2, $3, clock_timestamp())
                   on conflict do nothing`;

const publishing = `
  select format('create publication %I for table %s with (publish_via_partition_root = true)', $1::text,
                string_agg(format('%I where (%I = %L)', m.name, m.column, $4::text), ', ' order by m.name)) as step
    from unnest($2::text[], $3::text[]) as m(name, "column")
  having not exists (select from pg_publication p where p.pubname = $1)`;
const withdrawing = `select format('drop publication if exists %I', $1::text) as step`;

const subscribed = `select exists (select from pg_subscription s join pg_database d on d.oid = s.subdbid
                                    where d.datname = current_database() and s.subname = $1) as is_so`;
const followed = `select exists (select from pg_replication_slots s
                                  where s.database = current_database() and s.slot_name = $1) as is_so`;

const holding = 'update environment_move set is_held = $2 where environment_id = $1';
const ending = 'delete from environment_move where environment_id = $1';

// What all share, and what is held of each customer.
const telling = `
  insert into engine_change (xid, uid, environment_id, subjects, by_member, about)
  select pg_current_xact_id()::text::bigint, gen_random_uuid(), $1, s.subjects, false, '[["all"]]'
    from (values (null::uuid[]), ('{}'::uuid[])) as s(subjects)`;

const jobs = `
  select t.identifier as name, j.payload, j.key, j.max_attempts as "maxAttempts"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
   where j.payload ->> 'environmentId' = $1 and j.attempts < j.max_attempts order by j.id`;
const asking = `select graphile_worker.add_job($1::text, $2::json, job_key := $3::text, max_attempts := $4::int)`;
const dismissing = `
  select graphile_worker.complete_jobs(array(
    select j.id from graphile_worker._private_jobs j where j.payload ->> 'environmentId' = $1))`;

interface AskedJob {
  name: string;
  payload: unknown;
  key: string | null;
  maxAttempts: number;
}

/** One environment on its way from or to this database, by a session of the owner of the tables. ADR-0130 */
export class EnvironmentMove {
  readonly name: string;

  constructor(
    private readonly owner: Session,
    private readonly environmentId: string,
    private readonly tables: readonly MovedTable[],
  ) {
    this.name = moveName(environmentId);
  }

  /** Its rows may be subscribed to, and it goes on as before. Given a second time it changes nothing. */
  async publish(): Promise<void> {
    await this.require([...conditions, logical, unclocked]);
    await this.begin('LEAVING', false);
    const columns = [this.tables.map(({ name }) => name), this.tables.map(({ column }) => column)];
    await inBriefTransaction(this.owner, () =>
      perform(this.owner, publishing, [this.name, ...columns, this.environmentId]),
    );
  }

  /** What comes in by replication stays as it comes: nothing else is written of it, and no job takes it up. */
  async expect(): Promise<void> {
    await this.require(conditions);
    await this.begin('ARRIVING', true);
    await raiseFence(this.owner, this.environmentId, this.tables);
  }

  /** @returns the place in the log by which all that was ever written of it stands there */
  async hold(): Promise<string> {
    await this.requireMove('LEAVING', 'npm run admin -- environments publish comes first');
    await this.owner.query(holding, [this.environmentId, true]);
    await raiseFence(this.owner, this.environmentId, this.tables);
    const { rows } = await this.owner.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at');
    return rows[0]?.at ?? '';
  }

  /** It takes writes here: the move has come to its end, or is given up. */
  async release(): Promise<void> {
    const move = await this.found();
    if (!move) throw badInput(`The environment ${this.environmentId} is not on its way here`);
    if (await this.is(subscribed)) throw badInput(`Drop the subscription ${this.name} first`);
    await inBriefTransaction(this.owner, async () => {
      await this.owner.query(holding, [this.environmentId, false]);
      await this.owner.query(telling, [this.environmentId]);
    });
    await this.end();
  }

  /** @throws unless all is gone that could bring the removal of its rows to where it went */
  async leave(): Promise<void> {
    const move = await this.requireMove('LEAVING', 'it was not moved from here');
    if (!move.is_held) throw badInput('It takes writes here: npm run admin -- environments hold comes first');
    if (await this.is(followed)) {
      throw badInput(
        `There is a replication slot ${this.name}: drop the subscription where the environment went, or what is removed here is removed there`,
      );
    }
    await inBriefTransaction(this.owner, () => perform(this.owner, withdrawing, [this.name]));
  }

  /** Nothing tells any more that it was here. */
  async end(): Promise<void> {
    await inBriefTransaction(this.owner, () => perform(this.owner, withdrawing, [this.name]));
    await dropFence(this.owner, this.environmentId);
    await this.owner.query(telling, [this.environmentId]);
    await this.owner.query(ending, [this.environmentId]);
  }

  /** Those that wait where it comes from, asked for here as well: done twice, each is done once. @returns how many */
  async askForJobsOf(from: Session): Promise<number> {
    const { rows } = await from.query<AskedJob>(jobs, [this.environmentId]);
    for (const { name, payload, key, maxAttempts } of rows)
      await this.owner.query(asking, [name, JSON.stringify(payload), key, maxAttempts]);
    return rows.length;
  }

  async ask(name: string): Promise<void> {
    await this.owner.query(asking, [name, '{}', null, 25]);
  }

  async dismissJobs(): Promise<void> {
    await this.owner.query(dismissing, [this.environmentId]);
  }

  async found(): Promise<Move | undefined> {
    return (await this.owner.query<Move>(told, [this.environmentId])).rows[0];
  }

  async requireMove(direction: MoveDirection, advice: string): Promise<Move> {
    const move = await this.found();
    if (move?.direction === direction) return move;
    throw badInput(`The environment ${this.environmentId} is not ${direction.toLowerCase()}: ${advice}`);
  }

  private async begin(direction: MoveDirection, isHeld: boolean): Promise<void> {
    await inBriefTransaction(this.owner, async () => {
      await this.owner.query(eventDaysTurn);
      await this.owner.query(beginning, [this.environmentId, direction, isHeld]);
      if (await this.is(copied, [])) throw midDay();
    });
    await this.requireMove(direction, 'it is on its way in the other direction');
  }

  private async require(all: readonly (readonly [condition: string, advice: string])[]): Promise<void> {
    for (const [condition, advice] of all) {
      // What does not ask for the environment is told of it all the same.
      const text = `select ${condition} as is_so where $1::uuid is not null`;
      if (!(await this.is(text, [this.environmentId])))
        throw badInput(`The database is not ready for a move. ${advice}`);
    }
  }

  private async is(text: string, values: readonly unknown[] = [this.name]): Promise<boolean> {
    return (await this.owner.query<{ is_so: boolean }>(text, [...values])).rows[0]?.is_so === true;
  }
}

const midDay = (): DomainError =>
  badInput('A partition of events is just being made: give the command again in a minute');
