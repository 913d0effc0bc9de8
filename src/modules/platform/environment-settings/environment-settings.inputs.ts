import { Input } from '#libs/shape/classes';
import { Int, IntsOf } from '#libs/shape/decorators';

const clearable = { optional: true, nullable: true } as const;

@Input('What is left out stays; null gives a setting back to its default.')
export class UpdateEnvironmentSettingsBody {
  @IntsOf(
    { min: 1, max: 100 },
    { maxItems: 10, ...clearable, description: 'Per cent of a usage limit at which receivers are told.' },
  )
  usageThresholds?: number[] | null;

  @Int({
    min: 1,
    max: 72,
    ...clearable,
    description: 'How long an invoice of usage waits for late reports.',
  })
  usageGraceHours?: number | null;
}
