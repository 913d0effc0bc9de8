import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { CreateContractBody, ListContractsQuery, UpdateContractBody } from './contracts.inputs';
import { ContractsService } from './contracts.service';

@ApiTags('Contracts')
@Controller('api/v1/contracts')
export class ContractsController {
  constructor(private readonly contracts: ContractsService) {}

  @Endpoint.post('', ContractsService, 'create', { wasThere: 'A contract has this contractId already.' })
  create(@Body() body: CreateContractBody) {
    return this.contracts.create(body);
  }

  @Endpoint.get('', ContractsService, 'list')
  list(@Query() query: ListContractsQuery) {
    return this.contracts.list(query);
  }

  @Endpoint.get(':id', ContractsService, 'get')
  get(@PathId('id') id: string) {
    return this.contracts.get(id);
  }

  @Endpoint.patch(':id', ContractsService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdateContractBody) {
    return this.contracts.update(id, body);
  }

  @Endpoint.post(':id/archive', ContractsService, 'archive')
  archive(@PathId('id') id: string) {
    return this.contracts.archive(id);
  }
}
