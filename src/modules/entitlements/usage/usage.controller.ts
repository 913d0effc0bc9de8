import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, list, serves } from '#libs/http/endpoint';
import { ReportUsageBody } from './usage.inputs';
import { UsageService } from './usage.service';
import { ReportUsageData } from './usage.views';

@ApiTags('Usage')
@Controller(['api/v1/usage', 'api/v2/usage'])
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Endpoint.post('', serves(UsageService, 'report'), list(ReportUsageData), {
    summary: 'Report 1 to 100 usages.',
  })
  report(@Body() body: ReportUsageBody) {
    return this.usage.report(body);
  }
}
