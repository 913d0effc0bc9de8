import type { TestApp } from './app';
import { feature, type Json } from './catalog';
import { expectOk, type ApiClient } from './client';
import { eventually } from './eventually';

export type Packages = 'plans' | 'addons';

/** The task of an answer, as a single one is told. */
export interface ToldTask extends Json {
  id: string;
  state: string;
  progress: { done: number; failed: number; total: number };
  results: { entityId: string; state: string; code: string | null; message: string | null }[];
}

/** The next version, with another limit of the feature `calls` and whatever else a PATCH can say. */
export async function draftWith(
  api: ApiClient,
  path: Packages,
  id: string,
  usageLimit: number,
  patch: Json = {},
): Promise<void> {
  await expectOk(api.rest('POST', `/${path}/${id}/draft`));
  if (Object.keys(patch).length > 0) await expectOk(api.rest('PATCH', `/${path}/${id}`, patch));
  await expectOk(api.rest('PATCH', `/${path}/${id}/entitlements/calls`, { type: 'FEATURE', usageLimit }));
}

export const publishFor = async (
  api: ApiClient,
  path: Packages,
  id: string,
  migrationType: 'ALL_CUSTOMERS' | 'NEW_CUSTOMERS' = 'ALL_CUSTOMERS',
): Promise<string | null> =>
  (await expectOk<{ taskId: string | null }>(api.rest('POST', `/${path}/${id}/publish`, { migrationType })))
    .taskId;

export const getTask = (api: ApiClient, id: string): Promise<ToldTask> =>
  expectOk<ToldTask>(api.rest('GET', `/tasks/${id}`));

/** Once it has ended. */
export async function endOf(api: ApiClient, taskId: string | null): Promise<ToldTask> {
  let told: ToldTask | undefined;
  await eventually(async () => {
    told = await getTask(api, String(taskId));
    expect(['PENDING', 'IN_PROGRESS']).not.toContain(told.state);
  });
  return told as ToldTask;
}

/** A calls entitlement per month. */
export const calls = (usageLimit: number): Json => feature('calls', { usageLimit, resetPeriod: 'MONTH' });

/** `['base 1', 'pro 2']`: what a subscription pins, plans before addons. */
export async function pinsOf(app: TestApp, subscriptionId: string): Promise<string[]> {
  const rows = await app.dataSource.query<{ pin: string }[]>(
    `select p.package_id || ' ' || v.version_number as pin
       from subscription_package p
       join subscription s on s.environment_id = p.environment_id and s.uid = p.subscription_uid
       join package_version v on v.environment_id = p.environment_id and v.uid = p.version_uid
      where s.id = $1 order by p.role desc, p.position`,
    [subscriptionId],
  );
  return rows.map(({ pin }) => pin);
}
