import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { Dimension, MeteredEvent } from '#libs/business/values/metered-event';
import { counted, idsOf } from './counted-events.statements';

/** Whose events, of which meter, when: half-open. */
export interface AskedEvents {
  customerUid: string;
  /** '' is the customer's own level. */
  resourceKey: string;
  meterUid: string;
  from: Date;
  until: Date;
}

export interface CountedEvent extends MeteredEvent {
  at: Date;
}

interface EventRow {
  at: Date;
  key: string;
  name: string;
  dimensions: Record<string, Dimension> | null;
}

/** As many lie in memory at once. */
const pageSize = 5000;
const noDimensions = {};
const always = (): boolean => true;

/** The events that a counter has counted, from the events themselves. */
@Injectable()
export class CountedEventsReader {
  constructor(private readonly database: Database) {}

  /**
   * In their order, page by page.
   * @param goesOn asked after each page whether the next one is needed
   */
  async each(
    asked: AskedEvents,
    take: (event: CountedEvent) => void,
    goesOn: () => boolean = always,
  ): Promise<void> {
    const { customerUid, resourceKey, meterUid, from, until } = asked;
    const environmentId = currentEnvironmentId();
    const [ids] = await this.database.query<{ customerId: string; resourceId: string | null }>(idsOf, [
      environmentId,
      customerUid,
      resourceKey,
    ]);
    if (!ids) return;
    const values = [environmentId, ids.customerId, meterUid, from, until, ids.resourceId];
    let last: EventRow | undefined;
    do {
      const place = [last?.at ?? null, last?.key ?? null, pageSize];
      const rows: EventRow[] = await this.database.query<EventRow>(counted, [...values, ...place]);
      for (const { at, name, dimensions } of rows)
        take({ at, eventName: name, dimensions: dimensions ?? noDimensions });
      last = rows.length === pageSize && goesOn() ? rows.at(-1) : undefined;
    } while (last);
  }
}
