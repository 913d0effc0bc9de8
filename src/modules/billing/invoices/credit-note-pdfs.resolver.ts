import { Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { CreditNotePdfsService } from './credit-note-pdfs.service';
import { CreditNotePdfContent } from './credit-note-pdfs.views';

@Resolver(() => CreditNotePdfContent)
export class CreditNotePdfsResolver {
  constructor(private readonly pdfs: CreditNotePdfsService) {}

  @ReadField(CreditNotePdfsService, 'get')
  get(@IdArg('customerId') customerId: string, @IdArg('creditNoteRef') creditNoteRef: string) {
    return this.pdfs.get(customerId, creditNoteRef);
  }

  @WriteField(CreditNotePdfsService, 'generate')
  generateCreditNotePdf(
    @IdArg('customerId') customerId: string,
    @IdArg('creditNoteRef') creditNoteRef: string,
  ) {
    return this.pdfs.generate(customerId, creditNoteRef);
  }

  @ReadField(CreditNotePdfsService, 'getStatus')
  getStatus(@IdArg('customerId') customerId: string, @IdArg('creditNoteRef') creditNoteRef: string) {
    return this.pdfs.getStatus(customerId, creditNoteRef);
  }
}
