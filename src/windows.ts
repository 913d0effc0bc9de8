import type { Logger } from 'pino';
import type { Environment } from '#libs/config/env';
import { FixedWindowStorage } from '#libs/security/fixed-window.storage';
import { RedisWindowStorage } from '#libs/security/redis-window.storage';
import type { WindowStorage } from '#libs/security/window-storage';

/** Rate-limit windows of this process, or shared ones when a Redis is given. */
export function openWindows(
  { redisUrl }: Environment,
  logger: Logger,
): WindowStorage & { close(): Promise<void> } {
  if (redisUrl) return new RedisWindowStorage(redisUrl, { warn: (message) => logger.warn(message) });
  return Object.assign(new FixedWindowStorage(), { close: async () => undefined });
}
