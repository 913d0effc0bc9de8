import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import * as statements from './change-log.statements';
import type { LoggedChange, PublishedDetail } from './domain/logged-change';
import type { Place } from './domain/place';

/** What one round found of one environment. */
export interface Found {
  epoch: string;
  /** Up to where the changes reach. */
  position: number;
  changes: LoggedChange[];
}

type Row = Omit<LoggedChange, 'position'> & {
  environmentId: string;
  epoch: string;
  last: number;
  position: number | null;
};

/** Of one environment in one round; more follow in the next. */
const mostOfRound = 2000;

/** The log of changes with places. ADR-0061 */
@Injectable()
export class ChangeLogRepository {
  constructor(private readonly database: Database) {}

  /** From here on the changes of this environment have places, for an hour at least. @returns the place of now */
  async open(environmentId: string): Promise<Place> {
    // It gives places to all that have none, of whatever environment.
    const [place] = await this.database.queryEverywhere<Place & Record<string, unknown>>(statements.open, [
      environmentId,
    ]);
    if (!place) throw new Error('A stream has no place');
    return place;
  }

  /** Gives places to what was committed since; nothing where another process is at it. */
  async number(): Promise<void> {
    await this.database.queryEverywhere(statements.number);
  }

  /** What follows the place of each environment. */
  async since(positions: ReadonlyMap<string, number>): Promise<Map<string, Found>> {
    const values = [[...positions.keys()], [...positions.values()], mostOfRound];
    const found = new Map<string, Found>();
    for (const row of await this.database.queryEverywhere<Row & Record<string, unknown>>(
      statements.since,
      values,
    )) {
      const { environmentId, epoch, last, position, ...change } = row;
      const known = found.get(environmentId) ?? { epoch, position: last, changes: [] };
      found.set(environmentId, known);
      if (position !== null) known.changes.push({ ...change, position });
    }
    for (const each of found.values()) {
      const end = each.changes.at(-1);
      if (end && each.changes.length >= mostOfRound) each.position = end.position;
    }
    return found;
  }

  /** Whether all that follows this position is kept; in the environment of the caller. */
  async isKept(position: number): Promise<boolean> {
    const values = [currentEnvironmentId(), position];
    return (await this.database.query<{ kept: boolean }>(statements.isKept, values))[0]?.kept ?? false;
  }

  /** @param customers whose changes are asked for; null: everybody's */
  between(
    environmentId: string,
    [after, upTo]: readonly [number, number],
    customers: readonly string[] | null,
    most: number,
  ): Promise<LoggedChange[]> {
    const values = [environmentId, after, upTo, customers, most];
    return this.database.query<LoggedChange & Record<string, unknown>>(statements.between, values);
  }

  async want(environmentIds: readonly string[]): Promise<void> {
    await this.database.queryEverywhere(statements.want, [environmentIds]);
  }

  /** In the transaction that publishes it. */
  async tellPackage(packageUid: string, published: PublishedDetail): Promise<void> {
    const values = [currentEnvironmentId(), packageUid, JSON.stringify(published)];
    await this.database.query(statements.tellPackage, values);
  }
}
