import { View } from '#libs/shape/classes';
import { Int, ListOf, Text } from '#libs/shape/decorators';

@View('A row of an import that was refused.')
export class ImportFailure {
  @Int({ min: 0, max: 999, description: 'Of the row in the request, from 0.' }) index: number;
  @Text({ nullable: true, description: 'As the row names it; null where that is no text.' }) id:
    | string
    | null;
  @Text({ description: 'Always `FailedToImportCustomer`.' }) code: string;
  @Text({ description: 'What is wrong with which field.' }) message: string;
}

@View('What became of an import of customers.')
export class ImportedCustomers {
  @ListOf({}, { description: 'Ids of the customers that were made.' }) newCustomers: string[];
  @ListOf(ImportFailure, {
    description: 'An addition of ours: the rows that were refused; the others are stored.',
  })
  failures: ImportFailure[];
}
