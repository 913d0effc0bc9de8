import type { SeededEnvironment } from '../seed';
import { usually, type BenchCase } from './bench-case';
import { customersOf } from './customers';
import { check } from './read-cases';
import { idPlace, post } from './requests';

const batchSize = 1000;
const batches = 10;
/** Of each batch so many were told before. */
const repeated = 10;
/** A batch is 1,000 events: it takes fewer until all is compiled. */
const batchWarmUp = 60;
const fewCustomers = 50;
const hundreds = 250;

interface Told {
  /** That meters take: `call` by their sum, `visit` by their values. */
  eventName: 'call' | 'visit';
  isTimed: boolean;
}

/** @param timestamp of the events that tell one, so that repetitions tell the same */
function batchOf(ids: readonly string[], timestamp: string, { eventName, isTimed }: Told) {
  const events = ids.map((customerId, place) => ({
    customerId,
    eventName,
    idempotencyKey: place < repeated ? `again-${place}` : `${idPlace}-${place}`,
    timestamp: isTimed ? timestamp : undefined,
    dimensions: { tokens: place, user: `user-${place % 97}`, model: 'large' },
  }));
  return post('/events', { events });
}

/** Batches of a few hundred customers, and checks of what they count: to be sent beside each other. @param timestamp a moment ago */
export function checksBesideEvents(
  metered: SeededEnvironment,
  timestamp: string,
): Record<'events' | 'checks', BenchCase> {
  const ids = customersOf(metered, hundreds);
  const batch = Array.from({ length: batchSize }, (_, place) => ids[place % hundreds] as string);
  const common = { ...usually, key: metered.key, title: 'check, metered, beside events' };
  return {
    events: {
      ...common,
      requests: [batchOf(batch, timestamp, { eventName: 'call', isTimed: true })],
      elements: batchSize,
      warmUp: batchWarmUp,
    },
    checks: { ...common, requests: ids.map((id) => check(id, 'tokens')) },
  };
}

/** @param timestamp a moment ago */
export function eventCases(metered: SeededEnvironment, timestamp: string): BenchCase[] {
  const all = customersOf(metered, batchSize * batches);
  const calls: Told = { eventName: 'call', isTimed: true };
  const spread = Array.from({ length: batches }, (_, n) => all.slice(n * batchSize, (n + 1) * batchSize));
  const few = spread.map((ids) => ids.map((_, place) => ids[place % fewCustomers] as string));
  const of = (title: string, customers: string[][], told: Told, bar = '–'): BenchCase => ({
    ...usually,
    key: metered.key,
    title: `events, 1,000, ${title}`,
    requests: customers.map((ids) => batchOf(ids, timestamp, told)),
    elements: batchSize,
    warmUp: batchWarmUp,
    bar,
  });
  return [
    of('each of another customer', spread, calls, '≥ 45,000 events/s'),
    of(`of ${fewCustomers} customers`, few, calls, '≥ 45,000 events/s'),
    of('UNIQUE', spread, { ...calls, eventName: 'visit' }),
    of('without timestamps', spread, { ...calls, isTimed: false }),
  ];
}
