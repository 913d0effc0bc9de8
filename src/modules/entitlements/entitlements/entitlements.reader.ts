import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import { Gathering } from '#libs/persistence/gathering';
import type { UsageWindow } from '#modules/entitlements/metering';
import type { AskedAbout, FeatureFacts } from './domain/feature-answer';
import type { CounterFacts } from './domain/known-usage';
import { checkFacts, customerFeatures, windowTotal } from './entitlements.statements';
import type { StoredLife, StoredSource } from './stored-source.record';

export interface ScopeFacts {
  scope: string;
  /** Milliseconds. */
  updatedAt: number;
  subscriptions: StoredLife[];
  grants: StoredSource[] | null;
}

/** All that is stored about one question. */
export interface StoredFacts extends AskedAbout {
  scopes: ScopeFacts[];
  counters: CounterFacts[];
}

export interface Question {
  customerId: string;
  featureId: string;
  resourceId: string | null;
}

interface FactsRow {
  place: number;
  customer_uid: string | null;
  is_archived: boolean;
  resource_uid: string | null;
  feature: FeatureFacts | null;
  scopes: ScopeFacts[] | null;
  counters: CounterFacts[] | null;
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
  private readonly gathering = new Gathering<{ question: Question; at: Date }, StoredFacts>(
    (environmentId, asked) =>
      // The last one asked is the latest, and what has begun for an earlier one has begun for it.
      this.ask(
        environmentId,
        asked.map(({ question }) => question),
        asked.at(-1)?.at as Date,
      ),
  );

  constructor(private readonly database: Database) {}

  /** Outside a transaction, questions of one environment that come at once share a statement. */
  async factsOf(question: Question, at: Date): Promise<StoredFacts> {
    if (!this.database.isInTransaction) {
      return this.gathering.ask(currentEnvironmentId(), { question, at });
    }
    const [facts] = await this.factsFor([question], at);
    return facts as StoredFacts;
  }

  factsFor(questions: readonly Question[], at: Date): Promise<StoredFacts[]> {
    return this.ask(currentEnvironmentId(), questions, at);
  }

  private async ask(environmentId: string, questions: readonly Question[], at: Date): Promise<StoredFacts[]> {
    const columns = [
      questions.map(({ customerId }) => customerId),
      questions.map(({ featureId }) => featureId),
      questions.map(({ resourceId }) => resourceId),
    ];
    const rows = await this.database.query<FactsRow>(checkFacts, [environmentId, ...columns, at]);
    return rows.map(storedFacts);
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
