import { EntitySchema } from 'typeorm';
import type { EnvironmentType } from '#libs/kernel/environment-type';
import { bool, instant, integer, jsonb, text, uuid } from '#libs/persistence/mapping';
import type { AccountAccess, AccountStatus, AccountTier } from './domain/account';
import { Member } from './domain/member';
import type { EnvironmentRole } from './domain/roles';

interface AccountRow {
  uid: string;
  name: string;
  tier: AccountTier;
  status: AccountStatus;
  access: AccountAccess;
  domains: string[];
  hasGovernance: boolean;
  createdAt: Date;
}

interface EnvironmentRow {
  uid: string;
  accountUid: string;
  name: string;
  type: EnvironmentType;
  createdAt: Date;
}

interface MemberEnvironmentRow {
  memberUid: string;
  environmentId: string;
  role: EnvironmentRole;
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
  columns: {
    uid: key('account'),
    name: text(),
    tier: text(),
    status: text(),
    // With defaults, because the release before knows nothing of them and goes on to insert.
    access: { ...text(), default: 'INVITE_ONLY' },
    domains: { ...jsonb(), default: [] },
    hasGovernance: { ...bool(), name: 'has_governance', default: true },
    createdAt: created,
  },
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

/** The tenant of a member is the account: it stands beside the environments, so the account's id is in the place of theirs. ADR-0111 */
export const memberMapping = new EntitySchema<Member>({
  name: 'Member',
  target: Member,
  tableName: 'member',
  columns: {
    uid: key('member'),
    environmentId: { ...uuid(), name: 'account_uid' },
    id: { ...text(), default: () => '(gen_random_uuid())' },
    email: text(true),
    subject: text(true),
    role: text(),
    invitationDigest: { ...text(true), name: 'invitation_digest' },
    invitationEndsAt: { ...instant(true), name: 'invitation_ends_at' },
    revision: { ...integer(), default: 1 },
    createdAt: created,
    updatedAt: { ...instant(), name: 'updated_at', default: () => 'now()' },
  },
  uniques: [{ name: 'uq_member_subject', columns: ['subject', 'environmentId'] }],
  indices: [
    { name: 'uq_member_id', columns: ['environmentId', 'id'], unique: true },
    { name: 'uq_member_email', columns: ['environmentId', 'email'], unique: true },
    { name: 'uq_member_invitation_digest', columns: ['invitationDigest'], unique: true },
  ],
  foreignKeys: [
    {
      name: 'fk_member_account',
      target: 'Account',
      columnNames: ['environmentId'],
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
