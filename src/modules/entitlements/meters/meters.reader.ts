import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { Aggregation, Meter } from '#libs/business/values/meter';

/** What counts events now. */
export interface MeterInForce {
  uid: string;
  featureId: string;
  definition: Meter;
}

/** @reads feature of catalog/features */
const inForce = `select m.uid, f.id as "featureId", m.definition
           from meter m
           join feature f on f.environment_id = $1 and f.uid = m.feature_uid
          where m.environment_id = $1 and m.until is null
          order by f.id`;

const at = `select m.feature_uid as "featureUid", m.uid, m.definition -> 'aggregation' as aggregation
           from meter m
          where m.environment_id = $1 and m.feature_uid = any($2) and m.since <= $3 and (m.until is null or m.until > $3)`;

/** What counted the events of a feature. */
export interface MeterOfFeature {
  featureUid: string;
  uid: string;
  aggregation: Aggregation;
}

/** Meters of the features of an environment, suspended ones too: who holds one is counted still. Domain: entitlements-usage G7 */
@Injectable()
export class MetersReader {
  constructor(private readonly database: Database) {}

  inForce(): Promise<MeterInForce[]> {
    return this.database.query<MeterInForce>(inForce, [currentEnvironmentId()]);
  }

  /** Those that were in force at an instant. */
  at(featureUids: readonly string[], instant: Date): Promise<MeterOfFeature[]> {
    return this.database.query<MeterOfFeature>(at, [currentEnvironmentId(), featureUids, instant]);
  }
}
