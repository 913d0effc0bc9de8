import { Input } from '#libs/shape/classes';
import { ListOf, Text, Timestamp } from '#libs/shape/decorators';
import { ListQuery } from '#libs/shape/list-query';

@Input('A server key with chosen permissions.')
export class CreateApiKeyBody {
  @Text({ min: 1, max: 255 }) displayName: string;

  @ListOf(
    { min: 1, max: 255 },
    { minItems: 1, maxItems: 100, description: 'Such as customers:read or plans:write.' },
  )
  scopes: string[];

  @Timestamp({ optional: true, nullable: true, description: 'Never, when absent.' }) expiresAt?: Date | null;
}

export class ListApiKeysQuery extends ListQuery {}
