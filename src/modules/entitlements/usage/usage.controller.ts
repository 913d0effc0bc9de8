import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { ReportUsageBody } from './usage.inputs';
import { UsageService } from './usage.service';

@ApiTags('Usage')
@Controller(['api/v1/usage', 'api/v2/usage'])
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Endpoint.post('', UsageService, 'report')
  report(@Body() body: ReportUsageBody) {
    return this.usage.report(body);
  }
}
