import { Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import { ExplainEntitlementQuery } from './explanations.inputs';
import { ExplanationsService } from './explanations.service';
import { EntitlementExplanation } from './explanations.views';

const ExplainArgs = asArguments(ExplainEntitlementQuery);

@Resolver(() => EntitlementExplanation)
export class ExplanationsResolver {
  constructor(private readonly explanations: ExplanationsService) {}

  @ReadField(ExplanationsService, 'explain')
  explain(@IdArg('customerId') id: string, @AllArgs(ExplainArgs) query: InstanceType<typeof ExplainArgs>) {
    return this.explanations.explain(id, query);
  }
}
