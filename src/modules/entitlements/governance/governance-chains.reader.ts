import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Decimal } from '#libs/kernel/decimal';
import { Database } from '#libs/persistence/database';
import { Gathering } from '#libs/persistence/gathering';
import type { NamedEntity } from '#modules/entitlements/metering';
import type { ChainNode } from './domain/governance-chain';
import { chains } from './governance.statements';

/** Whose budgets a check is about, and of what: a feature or a currency. */
export interface ChainQuestion {
  customerId: string;
  featureId: string | null;
  currencyId: string | null;
  named: readonly NamedEntity[];
  at: Date;
}

/** From what is named to its root, one for each dimension that names somebody. */
export type Chains = ChainNode[][];

interface ChainRow {
  place: number;
  ord: number;
  entityId: string | null;
  usageLimit: string | null;
  total: string;
  scopeEntityIds: string[];
}

/** Checks that are answered together at most. */
const largestGroup = 200;

@Injectable()
export class GovernanceChainsReader {
  /** What is asked at once is read by one statement. */
  private readonly lanes = new Gathering<ChainQuestion, Chains>((_lane, questions) => this.read(questions), {
    most: largestGroup,
    sizeOf: () => 1,
  });

  constructor(private readonly database: Database) {}

  of(question: ChainQuestion): Promise<Chains> {
    return this.lanes.ask(currentEnvironmentId(), question);
  }

  private async read(questions: readonly ChainQuestion[]): Promise<Chains[]> {
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
    const byPlace = questions.map(() => new Map<number, ChainNode[]>());
    for (const row of rows) {
      const own = byPlace[row.place - 1] as Map<number, ChainNode[]>;
      const chain = own.get(row.ord) ?? [];
      own.set(row.ord, chain);
      if (row.entityId !== null) chain.push(nodeOf(row, row.entityId));
    }
    return byPlace.map((own) => [...own.values()]);
  }
}

const nodeOf = ({ usageLimit, total, scopeEntityIds }: ChainRow, entityId: string): ChainNode => ({
  entityId,
  usageLimit: usageLimit === null ? null : new Decimal(usageLimit),
  currentUsage: new Decimal(total),
  scopeEntityIds,
});
