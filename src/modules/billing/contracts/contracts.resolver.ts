import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { list, one, page, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { CreateContractBody, ListContractsQuery, UpdateContractBody } from './contracts.inputs';
import { ContractsService } from './contracts.service';
import { Contract } from './contracts.views';

const ListArgs = connectionArgs(ListContractsQuery);

@Resolver(() => Contract)
export class ContractsResolver {
  constructor(private readonly contracts: ContractsService) {}

  @WriteField(serves(ContractsService, 'create'), one(Contract), {
    summary: 'Create a contract, or read the one that has this contractId.',
  })
  createContract(@Args('input') input: CreateContractBody) {
    return this.contracts.create(input);
  }

  @ReadField(serves(ContractsService, 'list'), page(Contract), { summary: 'List contracts, newest first.' })
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.contracts.list(listQueryOf<ListContractsQuery>(args));
  }

  @ReadField(serves(ContractsService, 'get'), one(Contract), { summary: 'Get a contract by its contractId.' })
  get(@IdArg('id') id: string) {
    return this.contracts.get(id);
  }

  @ReadField(serves(ContractsService, 'ofCustomer'), list(Contract), {
    summary: 'List the contracts of a customer, newest first.',
  })
  ofCustomer(@IdArg('id') id: string) {
    return this.contracts.ofCustomer(id);
  }

  @WriteField(serves(ContractsService, 'update'), one(Contract), { summary: 'Change a contract.' })
  updateContract(@IdArg('id') id: string, @Args('input') input: UpdateContractBody) {
    return this.contracts.update(id, input);
  }

  @WriteField(serves(ContractsService, 'archive'), one(Contract), {
    summary: 'Archive a contract for good; its billing and its subscriptions are canceled.',
  })
  archiveContract(@IdArg('id') id: string) {
    return this.contracts.archive(id);
  }
}
