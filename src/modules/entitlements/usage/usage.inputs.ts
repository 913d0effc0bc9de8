import { Input } from '#libs/shape/classes';
import { Bool, Dimensions, Int, ListOf, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';

export const UpdateBehaviorEnum = enumShape<'DELTA' | 'SET'>('UpdateBehavior', ['DELTA', 'SET']);
const reference = { min: 1, max: 255 } as const;
const largest = Number.MAX_SAFE_INTEGER;

@Input('Usage that the vendor’s own application has counted.')
export class UsageReportInput {
  @Text(reference) customerId: string;
  @Text(reference) featureId: string;

  @Int({ min: -largest, max: largest, description: 'In reported units; negative with DELTA gives back.' })
  value: number;

  @Timestamp({ optional: true, description: 'When it happened: chooses the window. Default: now.' })
  createdAt?: Date;

  @Dimensions({ optional: true }) dimensions?: Record<string, string | number | boolean>;

  @Text({ ...reference, optional: true, description: 'Makes a repeated report count once.' })
  idempotencyKey?: string;

  @Text({ ...reference, optional: true, nullable: true }) resourceId?: string | null;

  @OneOf(UpdateBehaviorEnum, { optional: true, description: 'Default DELTA.' })
  updateBehavior?: 'DELTA' | 'SET';

  @Bool({
    optional: true,
    description:
      'Check and consume in one call: refused where a check would be. Without it a report is a fact. Ours.',
  })
  enforceLimit?: boolean;
}

@Input('A batch that is counted whole or not at all.')
export class ReportUsageBody {
  @ListOf(UsageReportInput, { minItems: 1, maxItems: 100 }) usages: UsageReportInput[];
}
