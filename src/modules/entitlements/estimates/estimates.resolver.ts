import { Args, Resolver } from '@nestjs/graphql';
import { WriteField } from '#libs/graphql/fields';
import { EstimateEventBody, EstimateUsageBody } from './estimates.inputs';
import { EstimatesService } from './estimates.service';
import { EstimateEventData } from './estimates.views';

@Resolver(() => EstimateEventData)
export class EstimatesResolver {
  constructor(private readonly estimates: EstimatesService) {}

  @WriteField(EstimatesService, 'ofUsage')
  ofUsage(@Args('input') input: EstimateUsageBody) {
    return this.estimates.ofUsage(input);
  }

  @WriteField(EstimatesService, 'ofEvent')
  ofEvent(@Args('input') input: EstimateEventBody) {
    return this.estimates.ofEvent(input);
  }
}
