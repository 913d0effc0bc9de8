import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { ConsumptionService } from './consumption.service';
import {
  ConsumeCreditsAsyncBody,
  ConsumeCreditsBody,
  ListCreditLedgerQuery,
  ProveCreditLedgerQuery,
} from './credits.inputs';
import { LedgerService } from './ledger.service';

@ApiTags('Credit ledger')
@Controller('api/v1/credits')
export class CreditsController {
  constructor(
    private readonly consumption: ConsumptionService,
    private readonly ledger: LedgerService,
  ) {}

  @Endpoint.post('consumption', ConsumptionService, 'consume')
  consume(@Body() body: ConsumeCreditsBody) {
    return this.consumption.consume(body);
  }

  @Endpoint.post('consumption/async', ConsumptionService, 'consumeAll')
  consumeAll(@Body() body: ConsumeCreditsAsyncBody) {
    return this.consumption.consumeAll(body);
  }

  @Endpoint.get('ledger', LedgerService, 'list')
  list(@Query() query: ListCreditLedgerQuery) {
    return this.ledger.list(query);
  }

  @Endpoint.get('ledger/proof', LedgerService, 'prove')
  prove(@Query() query: ProveCreditLedgerQuery) {
    return this.ledger.prove(query);
  }
}
