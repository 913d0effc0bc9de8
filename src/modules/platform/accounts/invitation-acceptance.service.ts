import { Injectable } from '@nestjs/common';
import { enterAccount } from '#libs/context/about';
import { requireContext } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { AccountsRepository } from './accounts.repository';
import type { Account } from './domain/account';
import type { Member as StoredMember } from './domain/member';
import { InvitationTokens } from './invitation-tokens.service';
import type { AcceptInvitationBody } from './members.inputs';
import { MembersRepository } from './members.repository';
import { Member } from './members.views';

/** Somebody who is invited comes. Who they are, their own token says; an address in it is never looked at. Domain: access-and-events A7 */
@Injectable()
export class InvitationAcceptanceService {
  private readonly changes: Changes<StoredMember, Member>;

  constructor(
    private readonly members: MembersRepository,
    private readonly accounts: AccountsRepository,
    private readonly tokens: InvitationTokens,
    private readonly clock: MachineClock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(members, { entity: 'MEMBER', noun: 'member', view: Member.from });
  }

  /**
   * @throws MemberInvitationError for a token that opens nothing (any more), and for who is a member already; AccessDeniedError for a blocked
   *   account; RequiredSsoAuthenticationError for an account of single sign-on alone
   */
  @UseCase('acceptInvitation', {
    about: 'user',
    needs: 'invitations:write',
    answers: one(Member),
    summary: 'Become the member that one was invited as. An addition.',
  })
  async accept({ token }: AcceptInvitationBody): Promise<Member> {
    const digests = this.tokens.digestsOf(token);
    const invited = await this.members.invitedBy(digests);
    if (!invited) throw nothingOpen();
    enterAccount(invited.accountId);
    requireOpen(await this.accounts.lockOwn());
    const { actor: subject } = requireContext().principal ?? { actor: '' };
    const member = await this.members.find(invited.id, true);
    // Withdrawn or made anew since it was looked for.
    if (!member?.isOpenAt(this.clock.now()) || !digests.includes(member.invitationDigest ?? ''))
      throw nothingOpen();
    if (await this.members.findBySubject(subject))
      throw new DomainError('MemberInvitationError', 'token: you are a member of this account already');
    return this.changes.apply(member, 'accepted', (it) => it.accept(subject));
  }
}

/** One message for all, so that nothing is learnt of invitations by trying. */
const nothingOpen = (): DomainError =>
  new DomainError('MemberInvitationError', 'token: opens no invitation, or not any more; ask for a new one');

/** @throws as whoever is a member would be refused */
function requireOpen({ status, access }: Account): void {
  if (status === 'BLOCKED') throw new DomainError('AccessDeniedError', 'The account is blocked');
  if (access === 'SSO' && !requireContext().principal?.isSso)
    throw new DomainError('RequiredSsoAuthenticationError');
}
