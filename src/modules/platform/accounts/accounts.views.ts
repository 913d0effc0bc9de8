import { environmentTypes, type EnvironmentType } from '#libs/kernel/environment-type';
import { enumShape } from '#libs/shape/enum-shape';
import { View } from '#libs/shape/classes';
import { Bool, ListOf, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import {
  accountAccesses,
  accountTiers,
  type Account as StoredAccount,
  type AccountAccess,
  type AccountStatus,
  type AccountTier,
} from './domain/account';
import type {
  Environment as StoredEnvironment,
  EnvironmentOfAccount as StoredEnvironmentOfAccount,
} from './domain/environment';

export const EnvironmentTypeEnum = enumShape<EnvironmentType>('EnvironmentType', [...environmentTypes]);

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

const toldOnce = { nullable: true, description: 'Told once; null when the request is repeated.' } as const;

@View('An environment with the secrets of its two keys.')
export class NewEnvironment extends Environment {
  @Text(toldOnce) serverKey: string | null;
  @Text(toldOnce) publishableKey: string | null;
}

@View('An environment with its account.')
export class EnvironmentOfAccount extends Environment {
  @Text() account: string;

  static override from({ account, ...environment }: StoredEnvironmentOfAccount): EnvironmentOfAccount {
    return { account, ...Environment.from(environment) };
  }
}

const AccountTierEnum = enumShape<AccountTier>('AccountTier', [...accountTiers]);
const AccountStatusEnum = enumShape<AccountStatus>('AccountStatus', ['ACTIVE', 'BLOCKED']);
const AccountAccessEnum = enumShape<AccountAccess>('AccountAccess', [...accountAccesses]);

@View('Who has the service: the owner of environments.')
export class Account {
  @Text() id: string;
  @Text() name: string;
  @OneOf(AccountStatusEnum) status: AccountStatus;
  @OneOf(AccountTierEnum) tier: AccountTier;
  @OneOf(AccountAccessEnum) access: AccountAccess;
  @ListOf({}, { description: 'Of the addresses that may be invited under AUTHORIZED_DOMAIN.' })
  domains: string[];
  @Bool({ description: 'May it have budgets of entities?' }) hasGovernance: boolean;
  @Timestamp() createdAt: Date;

  static from(account: StoredAccount): Account {
    const { id, name, status, tier, access, domains, hasGovernance, createdAt } = account;
    return { id, name, status, tier, access, domains: [...domains], hasGovernance, createdAt };
  }
}
