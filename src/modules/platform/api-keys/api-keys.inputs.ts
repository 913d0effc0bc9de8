import { Input } from '#libs/shape/classes';
import { Int, ListOf, Text, Timestamp } from '#libs/shape/decorators';
import { ListQuery, queried } from '#libs/shape/list-query';
import { ApiKeyStatusEnum } from './api-keys.views';
import { longestGraceHours, type ApiKeyStatus } from './domain/api-key';

const scopeLimits = { min: 1, max: 255 };
const scopesLimits = { minItems: 1, maxItems: 100, description: 'Such as customers:read or plans:write.' };

@Input('A server key with chosen permissions.')
export class CreateApiKeyBody {
  @Text({ min: 1, max: 255 }) displayName: string;
  @ListOf(scopeLimits, scopesLimits) scopes: string[];
  @Timestamp({ optional: true, nullable: true, description: 'Never, when absent.' }) expiresAt?: Date | null;
}

@Input('Of a scoped key. What is left out stays as it is.')
export class UpdateApiKeyBody {
  @Text({ min: 1, max: 255, optional: true }) displayName?: string;

  @ListOf(scopeLimits, {
    ...scopesLimits,
    optional: true,
    description: 'All of them, in place of those from before.',
  })
  scopes?: string[];

  @Timestamp({ optional: true, nullable: true, description: 'Null: never.' }) expiresAt?: Date | null;
}

@Input('A new secret for a key.')
export class RotateApiKeyBody {
  @Int({
    min: 0,
    max: longestGraceHours,
    description:
      'Hours for which the secret of now goes on to open it, such as 1, 24, 72 or 168; 0 ends it now.',
  })
  graceHours: number;
}

@Input('How long the secret from before goes on to open a key.')
export class SetApiKeyGraceBody {
  @Int({ min: 0, max: longestGraceHours, description: 'Hours from now on; 0 ends it now.' })
  graceHours: number;
}

export class ListApiKeysQuery extends ListQuery {
  @ListOf(ApiKeyStatusEnum, queried) status?: ApiKeyStatus[];
}
