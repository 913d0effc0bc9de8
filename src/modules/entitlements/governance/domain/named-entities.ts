import type { Dimension } from '#libs/business/values/metered-event';
import type { NamedEntity } from '#modules/entitlements/metering';

const none: readonly NamedEntity[] = [];

/** What dimensions say under these keys. A number names as its text does. Domain: access-and-events G6 */
export function namedBy(
  dimensions: Readonly<Record<string, Dimension>> | null | undefined,
  keys: ReadonlySet<string>,
): readonly NamedEntity[] {
  if (!dimensions || keys.size === 0) return none;
  let named: NamedEntity[] | undefined;
  for (const key of keys) {
    const value = Object.hasOwn(dimensions, key) ? dimensions[key] : undefined;
    if (value !== undefined) (named ??= []).push({ key, id: String(value) });
  }
  return named ?? none;
}
