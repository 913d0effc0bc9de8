import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { InvitationAcceptanceService } from './invitation-acceptance.service';
import { AcceptInvitationBody, InviteMemberBody, ListMembersQuery, UpdateMemberBody } from './members.inputs';
import { MembersService } from './members.service';

@ApiTags('Members')
@Controller('api/v1/members')
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly invitations: InvitationAcceptanceService,
  ) {}

  @Endpoint.get('', MembersService, 'list')
  list(@Query() query: ListMembersQuery) {
    return this.members.list(query);
  }

  @Endpoint.post('', MembersService, 'invite')
  invite(@Body() body: InviteMemberBody) {
    return this.members.invite(body);
  }

  @Endpoint.post('accept', InvitationAcceptanceService, 'accept')
  accept(@Body() body: AcceptInvitationBody) {
    return this.invitations.accept(body);
  }

  @Endpoint.patch(':id', MembersService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdateMemberBody) {
    return this.members.update(id, body);
  }

  @Endpoint.delete(':id', MembersService, 'remove')
  remove(@PathId('id') id: string) {
    return this.members.remove(id);
  }
}
