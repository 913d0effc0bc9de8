import { Injectable } from '@nestjs/common';
import { Database } from './database';

const held = 'select environment_id as "environmentId" from environment_move where is_held';

/**
 * Environments that are being moved and take no writes here: to know it spares work that the fence of the database would refuse
 * (environment-fence.ts). ADR-0130
 */
@Injectable()
export class EnvironmentMoves {
  constructor(private readonly database: Database) {}

  async held(): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ environmentId: string }>(held);
    return new Set(rows.map(({ environmentId }) => environmentId));
  }
}

/** Who makes or drops a day of events, and who begins a move, are one after the other. */
export const eventDaysTurn = `select pg_advisory_xact_lock(hashtextextended('event-days', 0))`;

/** For who takes up work of all environments: what is held would be taken up and put back, before all that is behind it. @param column such as `t.environment_id` */
export const isNotHeld = (column: string): string =>
  `not exists (select from environment_move m where m.environment_id = ${column} and m.is_held)`;
