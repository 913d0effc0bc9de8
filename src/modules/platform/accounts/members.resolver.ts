import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { InvitationAcceptanceService } from './invitation-acceptance.service';
import { AcceptInvitationBody, InviteMemberBody, ListMembersQuery, UpdateMemberBody } from './members.inputs';
import { MembersService } from './members.service';
import { Member } from './members.views';

const ListArgs = connectionArgs(ListMembersQuery);

@Resolver(() => Member)
export class MembersResolver {
  constructor(
    private readonly members: MembersService,
    private readonly invitations: InvitationAcceptanceService,
  ) {}

  @ReadField(MembersService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.members.list(listQueryOf<ListMembersQuery>(args));
  }

  @WriteField(MembersService, 'invite')
  inviteMember(@Args('input') input: InviteMemberBody) {
    return this.members.invite(input);
  }

  @WriteField(InvitationAcceptanceService, 'accept')
  acceptInvitation(@Args('input') input: AcceptInvitationBody) {
    return this.invitations.accept(input);
  }

  @WriteField(MembersService, 'update')
  updateMember(@IdArg('id') id: string, @Args('input') input: UpdateMemberBody) {
    return this.members.update(id, input);
  }

  @WriteField(MembersService, 'remove')
  removeMember(@IdArg('id') id: string) {
    return this.members.remove(id);
  }
}
