import { Args, Resolver } from '@nestjs/graphql';
import { WriteField } from '#libs/graphql/fields';
import { ReportUsageBody } from './usage.inputs';
import { UsageService } from './usage.service';
import { ReportUsageData } from './usage.views';

@Resolver(() => ReportUsageData)
export class UsageResolver {
  constructor(private readonly usage: UsageService) {}

  @WriteField(UsageService, 'report')
  report(@Args('input') input: ReportUsageBody) {
    return this.usage.report(input);
  }
}
