import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { badInput } from '#libs/kernel/errors/domain-error';

/** From where the billing periods of a new PAID subscription are counted. */
export const billingAnchors = [
  'SUBSCRIPTION_START',
  'START_OF_THE_MONTH',
  'SUBSCRIPTIONS_CONSOLIDATE_BILLING',
] as const;
export type BillingAnchor = (typeof billingAnchors)[number];

/** All that an environment may choose. What each means is said by who reads it. Domain: access-and-events A6 */
export interface Settings {
  /** Per cent of a limit, ascending (entitlements-usage N1). */
  usageThresholds: readonly number[];
  /** Per cent of credits that are left, ascending (credits B1). */
  creditThresholds: readonly number[];
  /** Domain: contracts-billing V4 */
  usageGraceHours: number;
  /** Domain: customers-subscriptions B2 */
  billingAnchor: BillingAnchor;
  /** How long before an end it is told that it comes. */
  endsSoonDays: number;
  /** Must a browser prove by a token whose it is? Domain: access-and-events B4 */
  isCustomerTokenRequired: boolean;
}

export const defaultCreditThresholds: readonly number[] = [20, 50, 80];

const lists = ['usageThresholds', 'creditThresholds'] as const;

/** Absent leaves a setting as it is, null gives it back to its default. */
export type SettingsPatch = { [S in keyof Settings]?: Settings[S] | null };

/** What one environment has chosen. There is one for each, whether it is stored or not. Domain: access-and-events A6 */
export class EnvironmentSettings extends AddressedEntity {
  /** Only what was chosen: a default that changes later is everybody's who left it. */
  chosen: Partial<Settings>;

  /** Of an environment that has chosen nothing yet. */
  static untouched(environmentId: string, at: Date): EnvironmentSettings {
    const settings = EnvironmentSettings.instantiate<EnvironmentSettings>(
      EnvironmentSettings,
      { chosen: {}, revision: 1 },
      at,
    );
    return Object.assign(settings, { environmentId, uid: environmentId });
  }

  /** Nothing else names it. */
  get id(): string {
    return this.environmentId;
  }

  /** @throws BadUserInput for a threshold that is named twice */
  choose(wanted: SettingsPatch): void {
    const patch: SettingsPatch = { ...wanted };
    for (const name of lists) {
      const thresholds = patch[name];
      if (thresholds) patch[name] = inOrder(name, thresholds);
    }
    const chosen = Object.entries({ ...this.chosen, ...patch }).filter(([, value]) => value != null);
    this.chosen = Object.fromEntries(chosen);
  }

  /** What holds. */
  over(defaults: Settings): Settings {
    return { ...defaults, ...this.chosen };
  }
}

function inOrder(name: (typeof lists)[number], thresholds: readonly number[]): number[] {
  const ordered = [...thresholds].sort((a, b) => a - b);
  const twice = ordered.find((threshold, place) => threshold === ordered[place + 1]);
  if (twice !== undefined) throw badInput(`${name}: ${twice} is named twice; name each once`);
  return ordered;
}
