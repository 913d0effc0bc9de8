import { Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import { UsageHistoryQuery } from './usage-history.inputs';
import { UsageHistoryService } from './usage-history.service';
import { UsageHistoryData } from './usage-history.views';

const HistoryArgs = asArguments(UsageHistoryQuery);

@Resolver(() => UsageHistoryData)
export class UsageHistoryResolver {
  constructor(private readonly history: UsageHistoryService) {}

  @ReadField(UsageHistoryService, 'get')
  get(
    @IdArg('customerId') customerId: string,
    @IdArg('featureId') featureId: string,
    @AllArgs(HistoryArgs) query: InstanceType<typeof HistoryArgs>,
  ) {
    return this.history.get(customerId, featureId, query);
  }
}
