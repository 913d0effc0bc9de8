import { dayOf } from '#libs/kernel/period';
import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { FigureSpan } from './domain/figure-span';
import type { FigureSum } from './domain/figures';
import { byDay, fold } from './figures.statements';

/** The books by day. Triggers keep them; see expand-figures. */
@Injectable()
export class FiguresRepository {
  constructor(private readonly database: Database) {}

  sums({ first, last }: FigureSpan): Promise<FigureSum[]> {
    const values = [currentEnvironmentId(), dayOf(first), dayOf(last)];
    return this.database.query<FigureSum & Record<string, unknown>>(byDay, values);
  }

  /** Of all environments. @returns how many changes are part of their days now */
  async fold(most: number): Promise<number> {
    const [row] = await this.database.queryEverywhere<{ folded: number }>(fold, [most]);
    return row?.folded ?? 0;
  }
}
