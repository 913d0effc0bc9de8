import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import { seriesAfter, seriesBefore } from './credit-usage.statements';
import type { SeriesSum } from './domain/credit-series';
import { mostKeys } from './domain/series-place';
import type { BucketedSpan } from './domain/told-span';

/** Whose usage is told. */
export interface UsedWallet {
  uid: string;
  resourceId: string | null;
}

export interface AskedSeries {
  wallets: readonly UsedWallet[];
  span: BucketedSpan;
  keys: readonly string[];
  direction: 'forward' | 'backward';
  /** Values of the keys of the series beside the page; undefined: from the edge. */
  place: readonly (string | null)[] | undefined;
  limit: number;
}

/** Series in their order, and whether there are others on either side of them. */
export interface FoundSeries {
  sums: SeriesSum[];
  hasPrevious: boolean;
  hasMore: boolean;
}

interface SumRow extends SeriesSum {
  isFirst: boolean;
  isLast: boolean;
}

/** What was consumed over time, by the ledgers alone. Domain: credits V1 */
@Injectable()
export class CreditUsageReader {
  constructor(private readonly database: Database) {}

  async page({ wallets, span, keys, direction, place, limit }: AskedSeries): Promise<FoundSeries> {
    const { from, until, starts } = span;
    const rows = await this.database.query<SumRow & Record<string, unknown>>(
      direction === 'forward' ? seriesAfter : seriesBefore,
      [
        currentEnvironmentId(),
        ...[wallets.map(({ uid }) => uid), wallets.map(({ resourceId }) => resourceId)],
        ...[from, until, starts, keys, place ? padded(place) : null, limit],
        keys.indexOf('featureId') + 1,
      ],
    );
    const [first, last] = [rows[0], rows.at(-1)];
    return {
      sums: rows.map(({ tags, ...row }) => ({ ...row, tags: tags.slice(0, keys.length) })),
      hasPrevious: first !== undefined && !first.isFirst,
      hasMore: last !== undefined && !last.isLast,
    };
  }
}

/** As the statement compares them. */
const padded = (tags: readonly (string | null)[]): (string | null)[] =>
  Array.from({ length: mostKeys }, (_, place) => tags[place] ?? null);
