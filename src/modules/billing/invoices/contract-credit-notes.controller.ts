import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { ContractCreditNotesService } from './contract-credit-notes.service';
import { CreditNote } from './credit-notes.views';
import { ListCreditNotesQuery } from './invoices.inputs';

@ApiTags('Invoices')
@Controller('api/v1/contracts/:id/billing/credit-notes')
export class ContractCreditNotesController {
  constructor(private readonly creditNotes: ContractCreditNotesService) {}

  @Endpoint.get('', serves(ContractCreditNotesService, 'list'), page(CreditNote), {
    summary: 'List the credit notes of a contract, newest first.',
  })
  list(@PathId('id') id: string, @Query() query: ListCreditNotesQuery) {
    return this.creditNotes.list(id, query);
  }
}
