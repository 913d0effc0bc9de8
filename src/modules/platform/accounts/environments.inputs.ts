import type { EnvironmentType } from '#libs/kernel/environment-type';
import { Input } from '#libs/shape/classes';
import { OneOf, Text } from '#libs/shape/decorators';
import { EnvironmentTypeEnum } from './accounts.views';

@Input('A further environment of the account.')
export class CreateEnvironmentBody {
  @Text({ min: 1, max: 255, pattern: /\S/, description: 'Unique in the account.' }) name: string;
  @OneOf(EnvironmentTypeEnum, {
    description: 'What it is for. Only those that are no PRODUCTION have a test clock.',
  })
  type: EnvironmentType;
}
