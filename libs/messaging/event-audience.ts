import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import { Change } from './extensions';
import type { RecordedEvent } from './event';

/**
 * Events that somebody outside wants to hear of were written, in the transaction of their cause: who delivers them says so here, and may write
 * rows of its own, but record nothing more. It is raised once for all events of a transaction, or for a thousand of them after the other.
 */
export const eventsWritten = new Change<{ events: readonly RecordedEvent[] }>('events.written');

/** What hears the type of that expression: itself, all of its noun, everything. Domain: access-and-events W1 */
export const patternsOf = (type: string): string =>
  `array[${type}, split_part(${type}, '.', 1) || '.*', '*']`;

/** Does the environment $1 want to hear of the type of that expression? A condition on its audience, `a`. Domain: access-and-events W6 */
export const isHeardBy = (type: string): string =>
  `a.environment_id = $1 and a.patterns && ${patternsOf(type)}`;

/** How often the environment $1 wants to hear of it: once, or not at all. */
export const hearersOf = (type: string): string =>
  `(select count(*) from event_audience a where ${isHeardBy(type)})`;

const hold = `insert into event_audience as a (environment_id, patterns) values ($1, '{}')
         on conflict (environment_id) do update set patterns = a.patterns`;
const keep = 'update event_audience set patterns = $2 where environment_id = $1';
const heard = `select e.type from unnest($2::text[]) as e(type) join event_audience a on ${isHeardBy('e.type')}`;

/**
 * What receivers of the environment want to hear of, one row for all of them. It is asked in the transaction of the change, so a receiver that
 * was acknowledged before a change began hears of it, in whichever process either was. ADR-0127
 */
@Injectable()
export class EventAudience {
  constructor(private readonly database: Database) {}

  /**
   * To be called in the unit of work that changes who receives what. Two of one environment stand in line here, so that neither forgets the
   * other's.
   * @param patterns reads, once it is this one's turn, what all active receivers want: types, `<noun>.*` and `*`
   */
  async change(patterns: () => Promise<Iterable<string>>): Promise<void> {
    await this.database.query(hold, [currentEnvironmentId()]);
    await this.database.query(keep, [currentEnvironmentId(), [...new Set(await patterns())]]);
  }

  /** Those of the types that somebody wants to hear of. */
  async heardOf(types: Iterable<string>): Promise<ReadonlySet<string>> {
    const asked = [...new Set(types)];
    if (asked.length === 0) return new Set();
    const rows = await this.database.query<{ type: string }>(heard, [currentEnvironmentId(), asked]);
    return new Set(rows.map(({ type }) => type));
  }

  async wants(type: string): Promise<boolean> {
    return (await this.heardOf([type])).has(type);
  }
}
