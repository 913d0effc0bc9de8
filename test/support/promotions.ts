import { DueWalks } from '#libs/messaging/due-work';
import type { TestApp } from './app';
import type { Json } from './catalog';
import { expectOk, type ApiClient } from './client';

export const pathOf = (customerId: string, rest = ''): string =>
  `/customers/${customerId}/promotional-entitlements${rest}`;

/** Several at once, as they are written. */
export const grantAll = (api: ApiClient, customerId: string, promotionalEntitlements: Json[]) =>
  api.rest('POST', pathOf(customerId), { promotionalEntitlements });

/** One for good, unless it says otherwise. */
export async function grant(
  api: ApiClient,
  customerId: string,
  featureId: string,
  more: Json = {},
): Promise<Json> {
  const asked = [{ featureId, period: 'lifetime', ...more }];
  return (await expectOk<Json[]>(grantAll(api, customerId, asked)))[0] as Json;
}

export const revoke = (api: ApiClient, customerId: string, featureId: string) =>
  api.rest('DELETE', pathOf(customerId, `/${featureId}`));

/** The whole walk over the promotions that are over. */
export async function noteEnds(app: TestApp): Promise<void> {
  const walk = app.nest.get(DueWalks).all.find(({ name }) => name === 'expire-promotional-entitlements');
  while ((await walk?.goOn()) === 'more') continue;
}
