import type { UsageWindow } from '#modules/entitlements/metering';

/** The one window of a running level. Domain: entitlements-usage A8 */
export const lifetime: UsageWindow = { start: new Date(0), end: null };
