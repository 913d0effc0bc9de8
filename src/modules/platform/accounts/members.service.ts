import { Injectable } from '@nestjs/common';
import { requireSystem } from '#libs/context/require-system';
import { requireContext } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { one, page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { requireInvitable } from './domain/account';
import { Member as StoredMember, rolesOf, type MemberChange, type RoleInEnvironment } from './domain/member';
import { InvitationTokens } from './invitation-tokens.service';
import type { InviteMemberBody, ListMembersQuery, UpdateMemberBody } from './members.inputs';
import { MembersRepository } from './members.repository';
import { OwnAccount } from './own-account.service';
import { Member } from './members.views';

/** Who may enter the account. Each change holds the account's row, so that they come one after the other. Domain: access-and-events A4, A7 */
@Injectable()
export class MembersService {
  private readonly changes: Changes<StoredMember, Member>;

  constructor(
    private readonly members: MembersRepository,
    private readonly account: OwnAccount,
    private readonly tokens: InvitationTokens,
    private readonly clock: MachineClock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(members, { entity: 'MEMBER', noun: 'member', view: Member.from });
  }

  @UseCase('listMembers', {
    about: 'account',
    needs: 'members:read',
    answers: page(Member),
    summary: 'List the members of the account, those too who are invited. An addition.',
  })
  async list(query: ListMembersQuery): Promise<Page<Member>> {
    return mapPage(await this.members.list(pageRequestOf(query), query.state), Member.from);
  }

  /**
   * No mail is sent: who invites passes the token on. An invitation that was not accepted in time is made anew.
   * @throws MemberInvitationError for an address that is a member, is invited, or is of no domain of the account (access-and-events A1);
   *   BadUserInput for an environment of another account
   */
  @UseCase('inviteMember', {
    about: 'account',
    needs: 'members:write',
    answers: one(Member),
    summary: 'Invite somebody to the account. An addition.',
    answersSecret: 'token',
  })
  async invite({ email: written, role = 'MEMBER', environments = [] }: InviteMemberBody): Promise<Member> {
    const email = written.toLowerCase();
    requireInvitable(await this.account.hold(), email);
    const roles = await this.ownRoles(environments);
    const { token, digest } = this.tokens.make();
    const now = this.clock.now();
    const invitation = { email, role, environments: roles, digest };
    const known = await this.members.findByEmail(email);
    const member = known
      ? await this.changes.apply(known, 'invited', (it) => it.inviteAgain(invitation, now))
      : await this.changes.create(StoredMember.invite(invitation, now));
    return Object.assign(member, { token });
  }

  /**
   * What is left out stays; what a member may do bites with the next request.
   * @throws MemberNotFound; InvalidMemberDelete for the role of the last OWNER; BadUserInput for an environment of another account
   */
  @UseCase('updateMember', {
    about: 'account',
    needs: 'members:write',
    answers: one(Member),
    summary: 'Change what a member may do. An addition.',
  })
  async update(id: string, { role, environments }: UpdateMemberBody): Promise<Member> {
    await this.account.hold();
    const change: MemberChange = { role, environments: environments && (await this.ownRoles(environments)) };
    const member = await this.members.lockOrThrow(id);
    if (role === 'MEMBER') await this.requireAnotherOwner(member, 'The last OWNER stays one');
    return this.changes.apply(member, 'updated', (it) => it.change(change));
  }

  /** One of them, as `npm run admin` says it: the others stay. @throws as `update` */
  @UseCase('setMemberEnvironmentRole', {
    about: 'account',
    needs: 'members:write',
    answers: one(Member),
    summary: 'Say what a member may do in one environment.',
  })
  async setEnvironmentRole(id: string, told: RoleInEnvironment): Promise<Member> {
    requireSystem('Single roles are given');
    await this.account.hold();
    const member = await this.members.lockOrThrow(id);
    const others = member.environments.filter((each) => each.environmentId !== told.environmentId);
    const environments = await this.ownRoles([...others, told]);
    return this.changes.apply(member, 'updated', (it) => it.change({ environments }));
  }

  /**
   * An invitation ends with it. The member is refused with the next request.
   * @throws MemberNotFound; InvalidMemberDelete for oneself and the last OWNER
   */
  @UseCase('removeMember', {
    about: 'account',
    needs: 'members:write',
    answers: one(Member),
    summary: 'Remove a member from the account. An addition.',
  })
  async remove(id: string): Promise<Member> {
    await this.account.hold();
    const member = await this.members.lockOrThrow(id);
    const { principal } = requireContext();
    if (principal?.kind === 'USER' && member.subject === principal.actor)
      throw new DomainError('InvalidMemberDelete', 'You cannot remove yourself: ask another OWNER');
    await this.requireAnotherOwner(member, 'The last OWNER cannot be removed');
    await this.changes.remove(member);
    return Member.from(member);
  }

  private async requireAnotherOwner(member: StoredMember, refused: string): Promise<void> {
    if (!member.isOwner || (await this.members.countOwners()) > 1) return;
    throw new DomainError('InvalidMemberDelete', `${refused}: make somebody else an OWNER first`);
  }

  private async ownRoles(told: readonly RoleInEnvironment[]): Promise<RoleInEnvironment[]> {
    const roles = rolesOf(told.map((each) => ({ ...each, environmentId: each.environmentId.toLowerCase() })));
    const foreign = await this.members.foreignOf(
      told.map(({ environmentId }) => environmentId.toLowerCase()),
    );
    if (foreign !== undefined)
      throw badInput(`environments: ${foreign} is no environment of this account; name one of its own`);
    return roles;
  }
}
