import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Decimal } from '#libs/kernel/decimal';
import { Database } from '#libs/persistence/database';
import type { NamedEntity } from '#modules/entitlements/metering';
import type { ReadBudget } from './budget-in-force.record';
import { chains } from './governance.statements';

/** Whose budgets a check is about, and of what: a feature or a currency. */
export interface ChainQuestion {
  customerId: string;
  featureId: string | null;
  currencyId: string | null;
  named: readonly NamedEntity[];
  at: Date;
}

export interface ReadChains {
  /** Null where there is no such customer. */
  customerUid: string | null;
  /** Is there what was asked about? Nobody notes when what is not there is made. */
  isWhole: boolean;
  /** From what is named to its root, one for each dimension that names somebody. */
  chains: ReadBudget[][];
  /** Place of what was read in the order of changes; 0 where there was nothing to read. */
  version: number;
}

interface ChainRow {
  place: number;
  customerUid: string;
  isWhole: boolean;
  ord: number | null;
  uid: string | null;
  entityId: string;
  usageLimit: string | null;
  cadence: string;
  createdAt: Date;
  scopeEntityIds: string[];
  writes: number;
  totals: [start: number, total: string][];
  version: number;
}

@Injectable()
export class GovernanceChainsReader {
  constructor(private readonly database: Database) {}

  /** In their order, by one statement. */
  async of(questions: readonly ChainQuestion[]): Promise<ReadChains[]> {
    const named = questions.flatMap((question, index) =>
      question.named.map(({ key, id }, ord) => ({ place: index + 1, ord, key, id })),
    );
    const rows = await this.database.query<ChainRow>(chains, [
      currentEnvironmentId(),
      questions.map(({ customerId }) => customerId),
      questions.map(({ featureId }) => featureId),
      questions.map(({ currencyId }) => currencyId),
      questions.map(({ at }) => at),
      named.map(({ place }) => place),
      named.map(({ ord }) => ord),
      named.map(({ key }) => key),
      named.map(({ id }) => id),
    ]);
    const byPlace = questions.map((): ChainRow[] => []);
    for (const row of rows) byPlace[row.place - 1]?.push(row);
    return byPlace.map(chainsOf);
  }
}

function chainsOf(rows: readonly ChainRow[]): ReadChains {
  const [first] = rows;
  if (!first) return { customerUid: null, isWhole: false, chains: [], version: 0 };
  const byDimension = new Map<number, ReadBudget[]>();
  for (const row of rows) {
    if (row.ord === null) continue;
    const chain = byDimension.get(row.ord) ?? [];
    byDimension.set(row.ord, chain);
    if (row.uid !== null) chain.push(budgetOf(row, row.uid));
  }
  const { customerUid, isWhole, version } = first;
  return { customerUid, isWhole, chains: [...byDimension.values()], version };
}

function budgetOf(row: ChainRow, uid: string): ReadBudget {
  const { entityId, usageLimit, cadence, createdAt, scopeEntityIds, writes, totals } = row;
  return {
    ...{ uid, entityId, cadence, createdAt, scopeEntityIds, writes },
    usageLimit: usageLimit === null ? null : new Decimal(usageLimit),
    totals: totals.map(([start, total]) => [start, new Decimal(total)] as const),
  };
}
