import { createCustomer, subscribe, type Json } from './catalog';
import { expectOk } from './client';
import { execute } from './database';
import { eventually } from './eventually';
import type { ServiceProcess } from './service-process';

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const hourMs = 3_600_000;
const soonMs = 2000;

/**
 * The new release decides on ends to come; the last one, which knows none, ends such a subscription at once, and its time comes nevertheless. It
 * stays as the last one left it, and the end of the next one is carried out. Both are told so by both. ADR-0068
 */
export async function tellEndsAcrossReleases(
  last: ServiceProcess,
  next: ServiceProcess,
  databaseUrl: string,
): Promise<void> {
  const customerId = 'decided';
  await createCustomer(next.api, customerId);
  await subscribe(next.api, customerId, 'agency', { id: 'decided-1', cancellationDate: inMs(hourMs) });
  const atOnce = { cancellationTime: 'IMMEDIATE' };
  await expectOk(last.api.rest('POST', '/subscriptions/decided-1/cancel', atOnce));
  const passed = `update subscription set due_at = now() - interval '1 minute' where id = 'decided-1' and due_at is not null`;
  await execute(databaseUrl, passed);
  await subscribe(next.api, customerId, 'sketch', { id: 'decided-2', cancellationDate: inMs(soonMs) });
  const wanted = { 'decided-1': 'Immediate', 'decided-2': 'ScheduledCancellation' };
  await eventually(async () => {
    for (const { api } of [next, last])
      for (const [id, cancelReason] of Object.entries(wanted)) {
        const told = await expectOk<Json>(api.rest('GET', `/subscriptions/${id}`));
        expect(told).toMatchObject({ status: 'CANCELED', cancelReason });
      }
  });
}
