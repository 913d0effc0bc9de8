import { Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import { AttentionQuery } from './attention.inputs';
import { AttentionService } from './attention.service';
import { Attention } from './attention.views';

const AttentionArgs = asArguments(AttentionQuery);

@Resolver(() => Attention)
export class AttentionResolver {
  constructor(private readonly service: AttentionService) {}

  @ReadField(AttentionService, 'get')
  attention(@AllArgs(AttentionArgs) query: InstanceType<typeof AttentionArgs>) {
    return this.service.get(query);
  }
}
