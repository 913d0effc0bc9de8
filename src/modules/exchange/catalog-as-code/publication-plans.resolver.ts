import { Args, Resolver } from '@nestjs/graphql';
import { WriteField } from '#libs/graphql/fields';
import { PlanPublicationBody } from './publication-plans.inputs';
import { PublicationPlansService } from './publication-plans.service';

@Resolver()
export class PublicationPlansResolver {
  constructor(private readonly plans: PublicationPlansService) {}

  @WriteField(PublicationPlansService, 'plan')
  plan(@Args('input') input: PlanPublicationBody) {
    return this.plans.plan(input);
  }
}
