import { Input } from '#libs/shape/classes';
import { ListOf, OneOf, Text } from '#libs/shape/decorators';
import { ListQuery, queried } from '#libs/shape/list-query';
import type { MemberState } from './domain/member';
import type { EnvironmentRole, MemberRole } from './domain/roles';
import { EnvironmentRoleEnum, MemberRoleEnum, MemberStateEnum } from './members.views';

@Input('What a member may do in one environment.')
export class EnvironmentRoleBody {
  @Text({ format: 'uuid' }) environmentId: string;
  @OneOf(EnvironmentRoleEnum) role: EnvironmentRole;
}

const roles = { optional: true, maxItems: 1000 } as const;

@Input('Somebody who is to become a member.')
export class InviteMemberBody {
  @Text({ min: 3, max: 255, format: 'email' }) email: string;
  @OneOf(MemberRoleEnum, { optional: true, description: 'Default MEMBER.' }) role?: MemberRole;

  @ListOf(EnvironmentRoleBody, { ...roles, description: 'In those that are not named: NONE.' })
  environments?: EnvironmentRoleBody[];
}

@Input('What is left out stays as it is.')
export class UpdateMemberBody {
  @OneOf(MemberRoleEnum, { optional: true }) role?: MemberRole;

  @ListOf(EnvironmentRoleBody, {
    ...roles,
    description: 'In place of those from before; in those that are not named: NONE.',
  })
  environments?: EnvironmentRoleBody[];
}

@Input('By whom the invitation reached.')
export class AcceptInvitationBody {
  @Text({ min: 1, max: 255, description: 'As it was told to who invited.' }) token: string;
}

export class ListMembersQuery extends ListQuery {
  @ListOf(MemberStateEnum, queried) state?: MemberState[];
}
