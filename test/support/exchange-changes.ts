import type { Json } from './catalog';
import type { Method } from './client';

/** Carries out an operation. @returns what it answers */
type Make = (method: Method, path: string, body?: unknown) => Promise<Json>;

/** At a receiver that is not there. */
export async function changeWebhooks(make: Make): Promise<void> {
  const endpoint = 'https://127.0.0.1:1024/';
  const hook = await make('POST', '/webhooks', { name: 'Ledger', endpoint, eventTypes: ['coupon.*'] });
  const own = `/webhooks/${String(hook['id'])}`;
  await make('PATCH', own, { name: 'Books' });
  await make('POST', `${own}/rotate-secret`, { graceHours: 1 });
  await make('POST', `${own}/test`);
  await make('POST', `${own}/replay`, { from: '2026-01-01T00:00:00.000Z' });
  await make('DELETE', own);
}

/** To a database that is not there. */
export async function changeExports(make: Make): Promise<void> {
  const path = '/data-export/destinations';
  for (const destinationId of ['house', 'gone'])
    await make('POST', path, { destinationId, destinationType: 'POSTGRES' });
  await make('PATCH', `${path}/house`, { enabledModels: ['customers'], integrationId: 'nowhere' });
  await make('POST', '/data-export/sync', { destinationId: 'house' });
  await make('POST', '/data-export/scoped-token', { applicationOrigin: 'https://app.example.com' });
  await make('DELETE', `${path}/gone`);
}
