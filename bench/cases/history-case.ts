import { whole } from '../figures';
import type { SeededEnvironment } from '../seed';
import { usually, type BenchCase } from './bench-case';
import { get } from './requests';

export const busyCustomer = 'customer-busy';
export const eventsOfMonth = 1_000_000;
/** As many as events may be late. */
export const daysOfMonth = 30;
export const monthTitle = `usage history, a month of ${whole(eventsOfMonth)} events`;

const dayMs = 86_400_000;
/** It is dearer than a check. */
const fewRequests = 500;

/** By days, of a feature that is summed: one answer after the other. */
export function monthOfEvents(metered: SeededEnvironment): BenchCase {
  const startDate = new Date(performance.timeOrigin - daysOfMonth * dayMs).toISOString();
  return {
    ...usually,
    key: metered.key,
    title: monthTitle,
    requests: [get(`/usage/${busyCustomer}/history/tokens?startDate=${startDate}`)],
    connections: 1,
    warmUp: fewRequests,
    bar: 'p99 ≤ 50',
  };
}
