import { Input } from '#libs/shape/classes';
import { Bool, Int, IntsOf, OneOf } from '#libs/shape/decorators';
import type { BillingAnchor } from './domain/environment-settings';
import { BillingAnchorEnum } from './environment-settings.views';

const clearable = { optional: true, nullable: true } as const;

@Input('What is left out stays; null gives a setting back to its default.')
export class UpdateEnvironmentSettingsBody {
  @IntsOf(
    { min: 1, max: 100 },
    { maxItems: 10, ...clearable, description: 'Per cent of a usage limit at which receivers are told.' },
  )
  usageThresholds?: number[] | null;

  @IntsOf(
    { min: 1, max: 99 },
    {
      maxItems: 10,
      ...clearable,
      description:
        'Per cent of the credits that were given, left of a wallet or a grant, at which receivers are told.',
    },
  )
  creditThresholds?: number[] | null;

  @Int({
    min: 1,
    max: 72,
    ...clearable,
    description: 'How long an invoice of usage waits for late reports.',
  })
  usageGraceHours?: number | null;

  @OneOf(BillingAnchorEnum, {
    ...clearable,
    description: 'From where the billing periods of PAID subscriptions are counted that begin from now on.',
  })
  billingAnchor?: BillingAnchor | null;

  @Int({
    min: 1,
    max: 90,
    ...clearable,
    description:
      'How many days before the end of a trial or of a promotional entitlement `ends_soon` is told.',
  })
  endsSoonDays?: number | null;

  @Bool({
    ...clearable,
    description:
      'Whether a publishable key speaks for a customer only with its token. False believes the id alone, so that anybody may ask about any customer: for development.',
  })
  isCustomerTokenRequired?: boolean | null;
}
