import { environmentTypes, type EnvironmentType } from '#libs/kernel/environment-type';
import { enumShape } from '#libs/shape/enum-shape';
import { View } from '#libs/shape/classes';
import { ListOf, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import type { ApiKey as StoredApiKey, ApiKeyKind, ApiKeyStatus } from './domain/api-key';
import type {
  Environment as StoredEnvironment,
  EnvironmentOfAccount as StoredEnvironmentOfAccount,
} from './domain/environment';

const ApiKeyKindEnum = enumShape<ApiKeyKind>('ApiKeyKind', ['FULL_ACCESS', 'SCOPED', 'PUBLISHABLE']);
const ApiKeyStatusEnum = enumShape<ApiKeyStatus>('ApiKeyStatus', ['ACTIVE', 'EXPIRED', 'REVOKED']);

const EnvironmentTypeEnum = enumShape<EnvironmentType>('EnvironmentType', [...environmentTypes]);

@View('An island of its own: its data, keys and receivers of events.')
export class Environment {
  @Text() id: string;
  @Text() name: string;
  @OneOf(EnvironmentTypeEnum, { description: 'What it is for. PRODUCTION is what customers live in.' })
  type: EnvironmentType;
  @Timestamp() createdAt: Date;

  static from({ id, name, type, createdAt }: StoredEnvironment): Environment {
    return { id, name, type, createdAt };
  }
}

@View('An environment with its account.')
export class EnvironmentOfAccount extends Environment {
  @Text() account: string;

  static override from({ account, ...environment }: StoredEnvironmentOfAccount): EnvironmentOfAccount {
    return { account, ...Environment.from(environment) };
  }
}

@View('A credential without its secret.')
export class ApiKey {
  @Text() id: string;
  @Text() displayName: string;
  @OneOf(ApiKeyKindEnum) kind: ApiKeyKind;
  @OneOf(ApiKeyStatusEnum) status: ApiKeyStatus;
  @Text({ description: 'The last four characters of the secret.' }) lastFour: string;
  @ListOf({}) scopes: string[];
  @Timestamp({ nullable: true }) expiresAt: Date | null;
  @Timestamp({ nullable: true }) revokedAt: Date | null;
  @Timestamp() createdAt: Date;

  @Text({
    optional: true,
    nullable: true,
    description: 'Shown once, when the key is made; null when that request is repeated.',
  })
  secret?: string | null;

  static from(key: StoredApiKey, now: Date, secret?: string): ApiKey {
    const { id, displayName, kind, lastFour, scopes, expiresAt, revokedAt, createdAt } = key;
    const told = {
      id,
      displayName,
      kind,
      status: key.statusAt(now),
      lastFour,
      scopes,
      expiresAt,
      revokedAt,
      createdAt,
    };
    return secret === undefined ? told : { ...told, secret };
  }
}
