import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { CreditNotePdfsService } from './credit-note-pdfs.service';

@ApiTags('Invoices')
@Controller('api/v1/customers/:id/credit-notes/:creditNoteRef/pdf')
export class CreditNotePdfsController {
  constructor(private readonly pdfs: CreditNotePdfsService) {}

  @Endpoint.get('', CreditNotePdfsService, 'get')
  get(@PathId('id') id: string, @PathId('creditNoteRef') creditNoteRef: string) {
    return this.pdfs.get(id, creditNoteRef);
  }

  @Endpoint.post('generate', CreditNotePdfsService, 'generate', { status: 200 })
  generate(@PathId('id') id: string, @PathId('creditNoteRef') creditNoteRef: string) {
    return this.pdfs.generate(id, creditNoteRef);
  }

  @Endpoint.get('status', CreditNotePdfsService, 'getStatus')
  getStatus(@PathId('id') id: string, @PathId('creditNoteRef') creditNoteRef: string) {
    return this.pdfs.getStatus(id, creditNoteRef);
  }
}
