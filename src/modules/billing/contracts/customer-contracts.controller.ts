import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, list, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { ContractsService } from './contracts.service';
import { Contract } from './contracts.views';

@ApiTags('Contracts')
@Controller('api/v1/customers/:id/contracts')
export class CustomerContractsController {
  constructor(private readonly contracts: ContractsService) {}

  @Endpoint.get('', serves(ContractsService, 'ofCustomer'), list(Contract), {
    summary: 'List the contracts of a customer, newest first.',
  })
  ofCustomer(@PathId('id') id: string) {
    return this.contracts.ofCustomer(id);
  }
}
