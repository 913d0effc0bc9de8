import { enumShape } from '#libs/shape/enum-shape';
import { View } from '#libs/shape/classes';
import { ListOf, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import type { Member as StoredMember, MemberState } from './domain/member';
import { environmentRoles, memberRoles, type EnvironmentRole, type MemberRole } from './domain/roles';

export const MemberRoleEnum = enumShape<MemberRole>('MemberRole', [...memberRoles]);
export const MemberStateEnum = enumShape<MemberState>('MemberState', ['INVITED', 'REGISTERED']);
export const EnvironmentRoleEnum = enumShape<EnvironmentRole>('EnvironmentRole', [...environmentRoles]);

@View('What a member may do in one environment.')
export class MemberEnvironmentRole {
  @Text() environmentId: string;
  @OneOf(EnvironmentRoleEnum) role: EnvironmentRole;
}

@View('Who may enter the account, and as what.')
export class Member {
  @Text() id: string;

  @Text({ nullable: true, description: 'To which the invitation went. It names nobody: `subject` does.' })
  email: string | null;

  @Text({ nullable: true, description: '`sub` of the user tokens of this member; null while INVITED.' })
  subject: string | null;

  @OneOf(MemberStateEnum) state: MemberState;
  @OneOf(MemberRoleEnum, { description: 'An OWNER may everything in every environment.' }) role: MemberRole;

  @ListOf(MemberEnvironmentRole, { description: 'In those that are not told: NONE.' })
  environments: MemberEnvironmentRole[];

  @Timestamp({ nullable: true, description: 'Until then the invitation can be accepted.' })
  invitationEndsAt: Date | null;

  @Timestamp() createdAt: Date;

  @Text({
    optional: true,
    nullable: true,
    description: 'Of the invitation: told once, to who invites; null when that request is repeated.',
  })
  token?: string | null;

  static from(member: StoredMember): Member {
    const { id, email, subject, state, role, environments, invitationEndsAt, createdAt } = member;
    const roles = environments.map(({ environmentId, role: own }) => ({ environmentId, role: own }));
    return { id, email, subject, state, role, environments: roles, invitationEndsAt, createdAt };
  }
}
