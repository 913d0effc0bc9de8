import { Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField } from '#libs/graphql/fields';
import { ContractCreditNotesService } from './contract-credit-notes.service';
import { CreditNote } from './credit-notes.views';
import { ListCreditNotesQuery } from './invoices.inputs';

const ListArgs = connectionArgs(ListCreditNotesQuery);

@Resolver(() => CreditNote)
export class ContractCreditNotesResolver {
  constructor(private readonly creditNotes: ContractCreditNotesService) {}

  @ReadField(ContractCreditNotesService, 'list')
  list(@IdArg('contractId') contractId: string, @AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.creditNotes.list(contractId, listQueryOf<ListCreditNotesQuery>(args));
  }
}
