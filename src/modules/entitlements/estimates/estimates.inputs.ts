import { Input } from '#libs/shape/classes';
import { Dimensions, Int, OneOf, Text } from '#libs/shape/decorators';
import { UpdateBehaviorEnum } from '#modules/entitlements/usage';

const reference = { min: 1, max: 255 } as const;
const largest = Number.MAX_SAFE_INTEGER;

@Input('Usage that is thought of.')
export class EstimateUsageBody {
  @Text(reference) customerId: string;
  @Text(reference) featureId: string;
  @Int({ min: -largest, max: largest, description: 'In reported units.' }) value: number;

  @Dimensions({ optional: true, description: 'What a cost formula asks for.' })
  dimensions?: Record<string, string | number | boolean>;

  @Text({ ...reference, optional: true, nullable: true }) resourceId?: string | null;

  @OneOf(UpdateBehaviorEnum, { optional: true, description: 'Default DELTA.' })
  updateBehavior?: 'DELTA' | 'SET';
}

@Input('An event that is thought of.')
export class EstimateEventBody {
  @Text(reference) customerId: string;
  @Text({ ...reference, description: 'What meters address as eventName.' }) eventName: string;

  @Dimensions({
    optional: true,
    description: 'What meters filter by and aggregate, and cost formulas ask for.',
  })
  dimensions?: Record<string, string | number | boolean>;

  @Text({ ...reference, optional: true, nullable: true }) resourceId?: string | null;
}
