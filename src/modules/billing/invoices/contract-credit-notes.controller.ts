import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { ContractCreditNotesService } from './contract-credit-notes.service';
import { ListCreditNotesQuery } from './invoices.inputs';

@ApiTags('Invoices')
@Controller('api/v1/contracts/:id/billing/credit-notes')
export class ContractCreditNotesController {
  constructor(private readonly creditNotes: ContractCreditNotesService) {}

  @Endpoint.get('', ContractCreditNotesService, 'list')
  list(@PathId('id') id: string, @Query() query: ListCreditNotesQuery) {
    return this.creditNotes.list(id, query);
  }
}
