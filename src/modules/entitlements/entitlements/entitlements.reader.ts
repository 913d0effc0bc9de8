import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import { Gathering } from '#libs/persistence/gathering';
import type { UsageWindow } from '#modules/entitlements/metering';
import type { AskedAbout, FeatureFacts } from './domain/feature-answer';
import type { CounterFacts } from './domain/known-usage';
import { checkFacts, customerFeatures, grantFacts, windowTotal } from './entitlements.statements';
import type { StoredLife, StoredSource } from './stored-source.record';

export interface ScopeFacts {
  scope: string;
  /** Milliseconds. */
  updatedAt: number;
  subscriptions: StoredLife[];
  grants: StoredSource[] | null;
}

/** What is stored about one question, but for usage. */
export interface GrantFacts extends AskedAbout {
  scopes: ScopeFacts[];
}

/** All that is stored about one question. */
export interface StoredFacts extends GrantFacts {
  counters: CounterFacts[];
}

export interface Question {
  customerId: string;
  featureId: string;
  resourceId: string | null;
}

interface Asked {
  questions: readonly Question[];
  at: Date;
}

type FactsGathering = Gathering<Asked, StoredFacts[]>;

interface FactsRow {
  place: number;
  customer_uid: string | null;
  is_archived: boolean;
  resource_uid: string | null;
  feature: FeatureFacts | null;
  scopes: ScopeFacts[] | null;
  counters?: CounterFacts[] | null;
}

const storedFacts = (row: FactsRow): StoredFacts => ({
  customerUid: row.customer_uid,
  isArchived: row.is_archived,
  resourceUid: row.resource_uid,
  feature: row.feature,
  scopes: row.scopes ?? [],
  counters: row.counters ?? [],
});

/** What a check, a list and a report ask, each in one round trip. */
@Injectable()
export class EntitlementsReader {
  // The last one asked is the latest, and what has begun for an earlier one has begun for it.
  private readonly checks = this.gatheringOf(checkFacts, (asked) => [asked.at(-1)?.at]);
  private readonly reports = this.gatheringOf(grantFacts, () => []);

  constructor(private readonly database: Database) {}

  async factsOf(question: Question, at: Date): Promise<StoredFacts> {
    const [facts] = await this.askedWith(this.checks, { questions: [question], at });
    return facts as StoredFacts;
  }

  grantsFor(questions: readonly Question[], at: Date): Promise<GrantFacts[]> {
    return this.askedWith(this.reports, { questions, at });
  }

  /** Outside a transaction, what is asked at once about one environment shares a statement. */
  private async askedWith(gathering: FactsGathering, asked: Asked): Promise<StoredFacts[]> {
    const environmentId = currentEnvironmentId();
    if (!this.database.isInTransaction) return gathering.ask(environmentId, asked);
    return (await gathering.askAll(environmentId, [asked]))[0] as StoredFacts[];
  }

  /** @param further values of the statement behind the questions */
  private gatheringOf(text: string, further: (together: Asked[]) => unknown[]): FactsGathering {
    const askAll = async (environmentId: string, together: Asked[]): Promise<StoredFacts[][]> => {
      const questions = together.flatMap((asked) => asked.questions);
      const columns = [
        questions.map(({ customerId }) => customerId),
        questions.map(({ featureId }) => featureId),
        questions.map(({ resourceId }) => resourceId),
      ];
      const rows = await this.database.query<FactsRow>(text, [
        environmentId,
        ...columns,
        ...further(together),
      ]);
      const facts = rows.map(storedFacts);
      return together.map((asked) => facts.splice(0, asked.questions.length));
    };
    return new Gathering(askAll, { most: 100, sizeOf: ({ questions }) => questions.length });
  }

  /** One row per feature that any source of the customer names, or a single row without a feature. */
  async factsOfCustomer(customerId: string, resourceId: string | null, at: Date): Promise<StoredFacts[]> {
    const values = [currentEnvironmentId(), customerId, resourceId, at];
    return (await this.database.query<FactsRow>(customerFeatures, values)).map(storedFacts);
  }

  /** Reported units in a window: from its total, or summed where the counter does not keep the rule of the window. */
  async usageIn(facts: StoredFacts, scope: string, window: UsageWindow, isKept: boolean): Promise<number> {
    const { customerUid, feature } = facts;
    const span = [window.start, window.end ?? farFuture];
    const values = [currentEnvironmentId(), customerUid, scope, feature?.uid, ...span, isKept];
    const [row] = await this.database.query<{ total: number }>(windowTotal, values);
    return row?.total ?? 0;
  }
}

const farFuture = new Date('9999-12-31T23:59:59.999Z');
