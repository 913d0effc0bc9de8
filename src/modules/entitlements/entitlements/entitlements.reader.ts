import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { UsageWindow } from '#modules/entitlements/metering';
import type { FeatureFacts } from './domain/feature-answer';
import { meteredFacts, type CounterFacts, type MeterCounterFacts } from './domain/known-usage';
import { checkFacts, customerFeatures, grantFacts, windowTotal } from './entitlements.statements';
import type { Question, ReadFacts, StoredFacts, StoredScope, WhoAsked } from './stored-facts.record';

interface FactsRow {
  place: number;
  customer_uid: string | null;
  is_archived: boolean;
  resource_uid: string | null;
  feature: FeatureFacts | null;
  /** Null where an earlier row of the same customer and resource has them. */
  scopes: StoredScope[] | null;
  /** Absent where they were not asked for. */
  counters?: CounterFacts[] | null;
  /** The same of a feature with a meter. */
  meter_counters?: MeterCounterFacts[] | null;
  version: number;
}

/** What one statement has read. */
export interface Read {
  /** One for each question, in their order; of a list, one for each feature. */
  answers: StoredFacts[];
  /** Of each customer and resource that exists, all that was read. */
  customers: ReadFacts[];
  /** The place of what was read in the order of changes. */
  version: number;
}

/** What a check, a list and a report ask of the tables, each in one round trip. */
@Injectable()
export class EntitlementsReader {
  constructor(private readonly database: Database) {}

  /** @param at what has begun until then may be in force */
  async withUsage(questions: readonly Question[], at: Date): Promise<Read> {
    const rows = await this.database.query<FactsRow>(checkFacts, [...valuesOf(questions), at]);
    return readOf(rows, questions);
  }

  async withoutUsage(questions: readonly Question[]): Promise<Read> {
    return readOf(await this.database.query<FactsRow>(grantFacts, valuesOf(questions)), questions);
  }

  /** One answer per feature that any source of the customer names, or a single one without a feature. */
  async ofCustomer(asked: WhoAsked, at: Date): Promise<Read> {
    const values = [currentEnvironmentId(), asked.customerId, asked.resourceId, at];
    const rows = await this.database.query<FactsRow>(customerFeatures, values);
    return readOf(
      rows,
      rows.map(() => asked),
    );
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

const keyOf = ({ customerId, resourceId }: WhoAsked): string => JSON.stringify([customerId, resourceId]);

/** With the first question of each customer and resource comes all that is granted, once. */
function valuesOf(questions: readonly Question[]): unknown[] {
  const seen = new Set<string>();
  const isFirst = questions.map((question) => {
    const { size } = seen;
    return seen.add(keyOf(question)).size > size;
  });
  return [
    currentEnvironmentId(),
    questions.map(({ customerId }) => customerId),
    questions.map(({ featureId }) => featureId),
    questions.map(({ resourceId }) => resourceId),
    isFirst,
  ];
}

function readOf(rows: readonly FactsRow[], asked: readonly WhoAsked[]): Read {
  const customers = new Map<string, ReadFacts>();
  const answers = rows.map((row, place) => {
    const who = asked[place] as WhoAsked;
    const key = keyOf(who);
    const read = customers.get(key) ?? newRead(row, who);
    if (!read) return answerOf(row, []);
    customers.set(key, read);
    if (row.feature) read.features.push({ feature: row.feature, counters: countersOf(row) });
    return answerOf(row, read.scopes);
  });
  return { answers, customers: [...customers.values()], version: rows[0]?.version ?? 0 };
}

function newRead(row: FactsRow, { customerId, resourceId }: WhoAsked): ReadFacts | undefined {
  const { customer_uid: uid, resource_uid: resourceUid } = row;
  if (uid === null) return undefined;
  const resource = resourceUid === null ? null : { id: resourceId as string, uid: resourceUid };
  return {
    id: customerId,
    uid,
    isArchived: row.is_archived,
    resource,
    scopes: row.scopes ?? [],
    features: [],
  };
}

function countersOf({ feature, counters, meter_counters: metered }: FactsRow): CounterFacts[] | undefined {
  if (counters === undefined) return undefined;
  const aggregation = feature?.meter?.aggregation;
  return aggregation ? (metered ?? []).map((each) => meteredFacts(each, aggregation)) : (counters ?? []);
}

const answerOf = (row: FactsRow, scopes: readonly StoredScope[]): StoredFacts => ({
  customerUid: row.customer_uid,
  isArchived: row.is_archived,
  resourceUid: row.resource_uid,
  feature: row.feature,
  scopes: scopes.map(({ grants, ...scope }) => ({
    ...scope,
    grants: (row.feature && grants[row.feature.uid]) ?? null,
  })),
  counters: countersOf(row) ?? [],
});
