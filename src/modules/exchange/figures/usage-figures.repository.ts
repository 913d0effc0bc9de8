import { dayOf } from '#libs/kernel/period';
import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { FigureSpan } from './domain/figure-span';
import type { UsageOpening, UsageSum } from './domain/usage-figures';
import { foldUsage, openings, usageByDay } from './usage-figures.statements';

/** The books of usage by day. Triggers keep them; see expand-usage-figures. */
@Injectable()
export class UsageFiguresRepository {
  constructor(private readonly database: Database) {}

  /** @param sources features of reports, meters of events @param isLevel what came before the span counts too */
  sums(sources: readonly string[], { first, last }: FigureSpan, isLevel: boolean): Promise<UsageSum[]> {
    const days = [isLevel ? '-infinity' : dayOf(first), dayOf(last), dayOf(first)];
    const values = [currentEnvironmentId(), sources, ...days];
    return this.database.query<UsageSum & Record<string, unknown>>(usageByDay, values);
  }

  openings(sources: readonly string[]): Promise<UsageOpening[]> {
    const values = [currentEnvironmentId(), sources];
    return this.database.query<UsageOpening & Record<string, unknown>>(openings, values);
  }

  /** Of all environments. @returns how many changes are part of their days now */
  async fold(most: number): Promise<number> {
    const [row] = await this.database.queryEverywhere<{ folded: number }>(foldUsage, [most]);
    return row?.folded ?? 0;
  }
}
