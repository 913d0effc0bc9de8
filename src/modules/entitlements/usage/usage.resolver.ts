import { Args, Resolver } from '@nestjs/graphql';
import { WriteField } from '#libs/graphql/fields';
import { list, serves } from '#libs/http/endpoint';
import { ReportUsageBody } from './usage.inputs';
import { UsageService } from './usage.service';
import { ReportUsageData } from './usage.views';

@Resolver(() => ReportUsageData)
export class UsageResolver {
  constructor(private readonly usage: UsageService) {}

  @WriteField(serves(UsageService, 'report'), list(ReportUsageData), { summary: 'Report 1 to 100 usages.' })
  report(@Args('input') input: ReportUsageBody) {
    return this.usage.report(input);
  }
}
