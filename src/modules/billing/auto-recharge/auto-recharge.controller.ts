import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { GetCreditAutoRechargeQuery, UpdateCreditAutoRechargeBody } from './auto-recharge.inputs';
import { AutoRechargeService } from './auto-recharge.service';

@ApiTags('Credit ledger')
@Controller('api/v1/credits/auto-recharge')
export class AutoRechargeController {
  constructor(private readonly recharges: AutoRechargeService) {}

  @Endpoint.get('', AutoRechargeService, 'get')
  get(@Query() query: GetCreditAutoRechargeQuery) {
    return this.recharges.get(query);
  }

  @Endpoint.put('', AutoRechargeService, 'update')
  update(@Body() body: UpdateCreditAutoRechargeBody) {
    return this.recharges.update(body);
  }
}
