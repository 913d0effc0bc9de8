import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { CreateContractBody, ListContractsQuery, UpdateContractBody } from './contracts.inputs';
import { ContractsService } from './contracts.service';
import { Contract } from './contracts.views';

const ListArgs = connectionArgs(ListContractsQuery);

@Resolver(() => Contract)
export class ContractsResolver {
  constructor(private readonly contracts: ContractsService) {}

  @WriteField(ContractsService, 'create')
  createContract(@Args('input') input: CreateContractBody) {
    return this.contracts.create(input);
  }

  @ReadField(ContractsService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.contracts.list(listQueryOf<ListContractsQuery>(args));
  }

  @ReadField(ContractsService, 'get')
  get(@IdArg('id') id: string) {
    return this.contracts.get(id);
  }

  @ReadField(ContractsService, 'ofCustomer')
  ofCustomer(@IdArg('id') id: string) {
    return this.contracts.ofCustomer(id);
  }

  @WriteField(ContractsService, 'update')
  updateContract(@IdArg('id') id: string, @Args('input') input: UpdateContractBody) {
    return this.contracts.update(id, input);
  }

  @WriteField(ContractsService, 'archive')
  archiveContract(@IdArg('id') id: string) {
    return this.contracts.archive(id);
  }
}
