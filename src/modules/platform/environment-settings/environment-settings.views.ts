import { View } from '#libs/shape/classes';
import { Int, IntsOf } from '#libs/shape/decorators';
import type { Settings } from './domain/environment-settings';

@View('The settings of the environment, defaults included.')
export class EnvironmentSettings {
  @IntsOf(
    { min: 1, max: 100 },
    { description: 'Per cent of a usage limit at which receivers are told, ascending. Default: none.' },
  )
  usageThresholds: number[];

  @Int({
    min: 1,
    max: 72,
    description: 'How long an invoice of usage waits for late reports. Default: USAGE_GRACE_HOURS.',
  })
  usageGraceHours: number;

  static from({ usageThresholds, usageGraceHours }: Settings): EnvironmentSettings {
    return { usageThresholds: [...usageThresholds], usageGraceHours };
  }
}
