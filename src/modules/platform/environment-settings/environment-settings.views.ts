import { View } from '#libs/shape/classes';
import { Bool, Int, IntsOf, OneOf } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { billingAnchors, type BillingAnchor, type Settings } from './domain/environment-settings';

export const BillingAnchorEnum = enumShape<BillingAnchor>('BillingAnchor', billingAnchors);

@View('The settings of the environment, defaults included.')
export class EnvironmentSettings {
  @IntsOf(
    { min: 1, max: 100 },
    { description: 'Per cent of a usage limit at which receivers are told, ascending. Default: none.' },
  )
  usageThresholds: number[];

  @IntsOf(
    { min: 1, max: 99 },
    {
      description:
        'Per cent of the credits that were given, left of a wallet or a grant, at which receivers are told, ascending. Default: 20, 50 and 80.',
    },
  )
  creditThresholds: number[];

  @Int({
    min: 1,
    max: 72,
    description: 'How long an invoice of usage waits for late reports. Default: USAGE_GRACE_HOURS.',
  })
  usageGraceHours: number;

  @OneOf(BillingAnchorEnum, {
    description:
      'From where the billing periods of a new PAID subscription are counted. Default: SUBSCRIPTION_START.',
  })
  billingAnchor: BillingAnchor;

  @Int({
    min: 1,
    max: 90,
    description:
      'How many days before the end of a trial or of a promotional entitlement `ends_soon` is told. Default: 7.',
  })
  endsSoonDays: number;

  @Bool({
    description: 'Whether a publishable key speaks for a customer only with its token. Default: true.',
  })
  isCustomerTokenRequired: boolean;

  static from({ usageThresholds, creditThresholds, ...rest }: Settings): EnvironmentSettings {
    const { usageGraceHours, billingAnchor, endsSoonDays, isCustomerTokenRequired } = rest;
    const thresholds = { usageThresholds: [...usageThresholds], creditThresholds: [...creditThresholds] };
    return { ...thresholds, usageGraceHours, billingAnchor, endsSoonDays, isCustomerTokenRequired };
  }
}
