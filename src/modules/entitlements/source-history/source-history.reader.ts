import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { CounterKey } from '#modules/entitlements/metering';
import {
  featureById,
  featuresByUid,
  grantedToResources,
  knownOfCustomer,
  statesOfFeature,
} from './source-history.statements';
import type { DueSubscriptions, GrantState, KnownFeature, KnownSource } from './known-state.record';

interface KnownRow {
  customerUid: string | null;
  createdAt: number | null;
  isArchived: boolean;
  resourceUid: string | null;
  knownFrom: number | null;
  sources: KnownSource[] | null;
  unchanged: KnownSource[] | null;
  dues: DueSubscriptions | null;
  version: number;
}

/** Of a customer, and of a resource where one is asked about. */
export interface KnownCustomer extends Omit<KnownRow, 'sources' | 'unchanged' | 'dues'> {
  /** Newest states; those that were withdrawn too. */
  sources: KnownSource[];
  dues: DueSubscriptions;
}

/** What was known at an instant. */
@Injectable()
export class SourceHistoryReader {
  constructor(private readonly database: Database) {}

  async ofCustomer(customerId: string, resourceId: string | null, at: Date): Promise<KnownCustomer> {
    const values = [currentEnvironmentId(), customerId, resourceId, at];
    const [row] = await this.database.query<KnownRow & Record<string, unknown>>(knownOfCustomer, values);
    if (!row) throw new Error('The statement answers one row');
    const { sources, unchanged, dues, ...known } = row;
    return { ...known, sources: [...(sources ?? []), ...(unchanged ?? [])], dues: dues ?? {} };
  }

  async feature(id: string, at: Date): Promise<KnownFeature | null> {
    const [row] = await this.ask(featureById, id, at);
    return row?.facts ?? null;
  }

  async features(uids: readonly string[], at: Date): Promise<KnownFeature[]> {
    const rows = await this.ask(featuresByUid, uids, at);
    return rows.flatMap(({ facts }) => facts ?? []);
  }

  async statesOf({ customerUid, resourceKey, featureUid }: CounterKey): Promise<GrantState[]> {
    const values = [currentEnvironmentId(), customerUid, resourceKey, featureUid];
    return this.database.query<GrantState & Record<string, unknown>>(statesOfFeature, values);
  }

  async isGrantedToResources(
    customerUid: string,
    featureUids: readonly string[],
    now: Date,
  ): Promise<boolean> {
    const values = [currentEnvironmentId(), customerUid, featureUids, now.getTime()];
    return (await this.database.query(grantedToResources, values)).length > 0;
  }

  private ask(text: string, asked: string | readonly string[], at: Date) {
    return this.database.query<{ facts: KnownFeature | null }>(text, [currentEnvironmentId(), asked, at]);
  }
}
