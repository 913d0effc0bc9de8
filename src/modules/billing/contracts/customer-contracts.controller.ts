import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { ContractsService } from './contracts.service';

@ApiTags('Contracts')
@Controller('api/v1/customers/:id/contracts')
export class CustomerContractsController {
  constructor(private readonly contracts: ContractsService) {}

  @Endpoint.get('', ContractsService, 'ofCustomer')
  ofCustomer(@PathId('id') id: string) {
    return this.contracts.ofCustomer(id);
  }
}
