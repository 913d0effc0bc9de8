import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { CreditRevenueQuery, CreditUsageQuery } from './credit-reports.inputs';
import { CreditRevenueService } from './credit-revenue.service';
import { CreditUsageService } from './credit-usage.service';

@ApiTags('Credit ledger')
@Controller('api/v1/credits')
export class CreditReportsController {
  constructor(
    private readonly usages: CreditUsageService,
    private readonly revenues: CreditRevenueService,
  ) {}

  @Endpoint.get('usage', CreditUsageService, 'get')
  usage(@Query() query: CreditUsageQuery) {
    return this.usages.get(query);
  }

  @Endpoint.get('revenue', CreditRevenueService, 'get')
  revenue(@Query() query: CreditRevenueQuery) {
    return this.revenues.get(query);
  }
}
