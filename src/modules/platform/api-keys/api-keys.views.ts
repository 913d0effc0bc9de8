import { View } from '#libs/shape/classes';
import { Int, ListOf, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import {
  apiKeyStatuses,
  type ApiKey as StoredApiKey,
  type ApiKeyKind,
  type ApiKeyStatus,
  type KeyTimes,
} from './domain/api-key';
import type { ScopePreset } from './domain/scope-presets';

const ApiKeyKindEnum = enumShape<ApiKeyKind>('ApiKeyKind', ['FULL_ACCESS', 'SCOPED', 'PUBLISHABLE']);
export const ApiKeyStatusEnum = enumShape<ApiKeyStatus>('ApiKeyStatus', [...apiKeyStatuses]);

@View('A credential without its secret.')
export class ApiKey {
  @Text() id: string;
  @Text() displayName: string;
  @OneOf(ApiKeyKindEnum) kind: ApiKeyKind;
  @OneOf(ApiKeyStatusEnum, { description: 'EXPIRING_SOON: within endsSoonDays of the environment.' })
  status: ApiKeyStatus;
  @Text({ description: 'How the secret begins: server- or client-.' }) prefix: string;
  @Text({ description: 'The last four characters of the secret.' }) lastFour: string;
  @ListOf({}) scopes: string[];
  @Timestamp({ nullable: true }) expiresAt: Date | null;
  @Timestamp({ nullable: true }) revokedAt: Date | null;
  @Timestamp({
    nullable: true,
    description: 'When it was given the secret of now, if that is not its first.',
  })
  rotatedAt: Date | null;

  @Text({ nullable: true, description: 'Of the secret from before, while it opens the key still.' })
  previousLastFour: string | null;

  @Timestamp({ nullable: true, description: 'Until then the secret from before opens the key too.' })
  previousEndsAt: Date | null;

  @Timestamp({ nullable: true, description: 'To the minute, and told up to a minute late.' })
  lastUsedAt: Date | null;

  @Timestamp() createdAt: Date;

  @Text({
    optional: true,
    nullable: true,
    description: 'Shown once, when it is made; null when that request is repeated.',
  })
  secret?: string | null;

  static from(key: StoredApiKey, times: KeyTimes): ApiKey {
    const { id, displayName, kind, lastFour, scopes, expiresAt, revokedAt, rotatedAt, createdAt } = key;
    const previousEndsAt = key.graceEndAt(times.now);
    return {
      id,
      displayName,
      kind,
      status: key.statusAt(times),
      prefix: key.prefix,
      lastFour,
      scopes,
      expiresAt,
      revokedAt,
      rotatedAt,
      previousLastFour: previousEndsAt && key.previousLastFour,
      previousEndsAt,
      lastUsedAt: key.lastUsedAt,
      createdAt,
    };
  }
}

@View('Scopes that keys are mostly made with.')
export class ApiKeyPreset {
  @Text() id: string;
  @Text() displayName: string;
  @ListOf({}) scopes: string[];

  static from({ id, displayName, scopes }: ScopePreset): ApiKeyPreset {
    return { id, displayName, scopes: [...scopes] };
  }
}

@View('How many keys can be found under the pepper of now.')
export class KeyPepperUse {
  @Text({ description: 'Id of the pepper that makes digests.' }) pepperId: string;
  @Int({ description: 'Keys that hold, with all their secrets found under it.' }) current: number;
  @Int({ description: 'Keys that hold, with a secret that only a former pepper finds.' }) former: number;
}
