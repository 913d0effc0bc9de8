import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { CreateContractBody, ListContractsQuery, UpdateContractBody } from './contracts.inputs';
import { ContractsService } from './contracts.service';
import { Contract } from './contracts.views';

@ApiTags('Contracts')
@Controller('api/v1/contracts')
export class ContractsController {
  constructor(private readonly contracts: ContractsService) {}

  @Endpoint.post('', serves(ContractsService, 'create'), one(Contract), {
    summary: 'Create a contract, or read the one that has this contractId.',
    wasThere: 'A contract has this contractId already.',
  })
  create(@Body() body: CreateContractBody) {
    return this.contracts.create(body);
  }

  @Endpoint.get('', serves(ContractsService, 'list'), page(Contract), {
    summary: 'List contracts, newest first.',
  })
  list(@Query() query: ListContractsQuery) {
    return this.contracts.list(query);
  }

  @Endpoint.get(':id', serves(ContractsService, 'get'), one(Contract), { summary: 'Get a contract.' })
  get(@PathId('id') id: string) {
    return this.contracts.get(id);
  }

  @Endpoint.patch(':id', serves(ContractsService, 'update'), one(Contract), { summary: 'Change a contract.' })
  update(@PathId('id') id: string, @Body() body: UpdateContractBody) {
    return this.contracts.update(id, body);
  }

  @Endpoint.post(':id/archive', serves(ContractsService, 'archive'), one(Contract), {
    summary: 'Archive a contract for good; its billing and its subscriptions are canceled.',
  })
  archive(@PathId('id') id: string) {
    return this.contracts.archive(id);
  }
}
