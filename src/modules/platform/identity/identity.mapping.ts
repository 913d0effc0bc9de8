import { EntitySchema } from 'typeorm';
import type { EnvironmentType } from '#libs/kernel/environment-type';
import { instant, jsonb, addressedMapping, text, uuid } from '#libs/persistence/mapping';
import { ApiKey } from './domain/api-key';

interface AccountRow {
  uid: string;
  name: string;
  /** What the vendor's own account has paid for. Domain: access-and-events A5 */
  tier: 'FULL' | 'BASIC';
  status: 'ACTIVE' | 'BLOCKED';
  createdAt: Date;
}

interface EnvironmentRow {
  uid: string;
  accountUid: string;
  name: string;
  type: EnvironmentType;
  createdAt: Date;
}

interface MemberRow {
  uid: string;
  accountUid: string;
  subject: string;
  role: 'OWNER' | 'MEMBER';
  createdAt: Date;
}

interface MemberEnvironmentRow {
  memberUid: string;
  environmentId: string;
  role: 'ADMIN' | 'SUPPORT' | 'VIEWER' | 'NONE';
}

const key = (table: string, name?: string) => ({
  ...uuid(),
  name,
  primary: true,
  primaryKeyConstraintName: `pk_${table}`,
});
const created = { ...instant(), name: 'created_at' };

export const accountMapping = new EntitySchema<AccountRow>({
  name: 'Account',
  tableName: 'account',
  columns: { uid: key('account'), name: text(), tier: text(), status: text(), createdAt: created },
});

export const environmentMapping = new EntitySchema<EnvironmentRow>({
  name: 'Environment',
  tableName: 'environment',
  columns: {
    uid: key('environment'),
    accountUid: { ...uuid(), name: 'account_uid' },
    name: text(),
    type: { ...text(), default: 'PRODUCTION' },
    createdAt: created,
  },
  uniques: [{ name: 'uq_environment_name', columns: ['accountUid', 'name'] }],
  foreignKeys: [
    {
      name: 'fk_environment_account',
      target: 'Account',
      columnNames: ['accountUid'],
      referencedColumnNames: ['uid'],
    },
  ],
});

export const memberMapping = new EntitySchema<MemberRow>({
  name: 'Member',
  tableName: 'member',
  columns: {
    uid: key('member'),
    accountUid: { ...uuid(), name: 'account_uid' },
    subject: text(),
    role: text(),
    createdAt: created,
  },
  uniques: [{ name: 'uq_member_subject', columns: ['subject', 'accountUid'] }],
  foreignKeys: [
    {
      name: 'fk_member_account',
      target: 'Account',
      columnNames: ['accountUid'],
      referencedColumnNames: ['uid'],
    },
  ],
});

export const memberEnvironmentMapping = new EntitySchema<MemberEnvironmentRow>({
  name: 'MemberEnvironment',
  tableName: 'member_environment',
  columns: {
    memberUid: key('member_environment', 'member_uid'),
    environmentId: key('member_environment', 'environment_id'),
    role: text(),
  },
  foreignKeys: [
    {
      name: 'fk_member_environment_member',
      target: 'Member',
      columnNames: ['memberUid'],
      referencedColumnNames: ['uid'],
    },
    {
      name: 'fk_member_environment_environment',
      target: 'Environment',
      columnNames: ['environmentId'],
      referencedColumnNames: ['uid'],
    },
  ],
});

export const apiKeyMapping = addressedMapping(ApiKey, 'api_key', {
  columns: {
    id: text(),
    displayName: text(),
    kind: text(),
    digest: { ...text(), unique: false },
    lastFour: text(),
    scopes: jsonb(),
    expiresAt: instant(true),
    revokedAt: instant(true),
  },
  uniques: [{ name: 'uq_api_key_id', columns: ['id'] }],
});
// The look-up by digest comes before the environment is known, so this one index is not led by it.
apiKeyMapping.options.indices?.push({ name: 'uq_api_key_digest', columns: ['digest'], unique: true });
