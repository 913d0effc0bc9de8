import { booleans, digests, instants, places, texts, uids } from '#libs/persistence/array-columns';
import { never } from '#modules/entitlements/metering';
import type { CountedCell, EventBatch } from './domain/event-batch';
import type { AttributedCounter, FedCounter, FedEvent } from './domain/fed-event';

type WindowedCounter = Pick<AttributedCounter, 'key' | 'meterUid' | 'window'>;

/** The meters that count an event, on the customer's own level or on the resource's, as PostgreSQL spells an array. */
function metersOf(feeds: readonly FedCounter[], isOwn: boolean): string | null {
  let uids: string | null = null;
  for (const { counter } of feeds) {
    if ((counter.key.resourceKey === '') !== isOwn) continue;
    uids = uids === null ? counter.meterUid : `${uids},${counter.meterUid}`;
  }
  return uids === null ? null : `{${uids}}`;
}

/** $6 to $17 of `count`: events, columns side by side. */
export const eventColumns = (events: readonly FedEvent[]): unknown[] => [
  digests(events.map(({ key }) => key)),
  instants(events.map(({ at }) => at)),
  instants(events.map(({ toldAt }) => toldAt)),
  booleans(events.map(({ isOnce }) => isOnce)),
  texts(events.map(({ customerId }) => customerId)),
  texts(events.map(({ resourceId }) => resourceId)),
  texts(events.map(({ name }) => name)),
  texts(events.map(({ idempotencyKey }) => idempotencyKey)),
  texts(events.map(({ dimensions }) => dimensions)),
  places(events.map(({ flags }) => flags)),
  texts(events.map(({ feeds }) => metersOf(feeds, true))),
  texts(events.map(({ feeds }) => metersOf(feeds, false))),
];

/** $18 to $22: counters with the windows that are in force. */
export const headColumns = (heads: readonly WindowedCounter[]): unknown[] => [
  uids(heads.map(({ key }) => key.customerUid)),
  uids(heads.map(({ key }) => key.featureUid)),
  uids(heads.map(({ meterUid }) => meterUid)),
  instants(heads.map(({ window }) => window.start)),
  instants(heads.map(({ window }) => window.end ?? never)),
];

/** Of a text its place in an array is looked for from the first on, so the keys of resources stand beside what names a counter. */
export const resourceKeysOf = (heads: readonly WindowedCounter[]): Buffer | null =>
  texts(heads.map(({ key }) => key.resourceKey || null));

/** $23 to $32: what each event adds where. */
export const cellColumns = (cells: readonly CountedCell[]): unknown[] => [
  places(cells.map(({ event }) => event)),
  places(cells.map(({ head }) => head)),
  texts(cells.map(({ resourceKey }) => resourceKey || null)),
  instants(cells.map(({ bucket }) => bucket.starts)),
  instants(cells.map(({ bucket }) => bucket.ends)),
  booleans(cells.map(({ isLive }) => isLive)),
  texts(cells.map(({ taken }) => taken.number)),
  digests(cells.map(({ taken }) => taken.value)),
  instants(cells.map(({ taken, window }) => (taken.value === null ? null : window.start))),
  instants(cells.map(({ taken, window }) => (taken.value === null ? null : (window.end ?? never)))),
];

/** $33: whether a counter counts values. */
export const countsValues = (heads: readonly AttributedCounter[]): Buffer | null =>
  booleans(heads.map(({ aggregation }) => aggregation.function === 'UNIQUE'));

/** $34: events that are paid in credits. */
export const sharingPlaces = ({ paid, governed }: EventBatch): Buffer | null =>
  places([...new Set([...paid, ...governed].map(({ place }) => place))]);
