import { Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import { CreditRevenueQuery, CreditUsageQuery } from './credit-reports.inputs';
import { CreditUsage } from './credit-reports.views';
import { CreditRevenueService } from './credit-revenue.service';
import { CreditUsageService } from './credit-usage.service';

const UsageArgs = asArguments(CreditUsageQuery);
const RevenueArgs = asArguments(CreditRevenueQuery);

@Resolver(() => CreditUsage)
export class CreditReportsResolver {
  constructor(
    private readonly usages: CreditUsageService,
    private readonly revenues: CreditRevenueService,
  ) {}

  @ReadField(CreditUsageService, 'get')
  usage(@AllArgs(UsageArgs) query: InstanceType<typeof UsageArgs>) {
    return this.usages.get(query);
  }

  @ReadField(CreditRevenueService, 'get')
  revenue(@AllArgs(RevenueArgs) query: InstanceType<typeof RevenueArgs>) {
    return this.revenues.get(query);
  }
}
