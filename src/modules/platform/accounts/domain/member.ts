import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { addDays } from '#libs/kernel/period';
import type { EnvironmentRole, MemberRole } from './roles';

/** Whom a member is invited for, and whether somebody came. Domain: access-and-events A2 */
export type MemberState = 'INVITED' | 'REGISTERED';

/** What a member may do in one environment; in those that are not told: nothing. */
export interface RoleInEnvironment {
  environmentId: string;
  role: EnvironmentRole;
}

/** How many days somebody has to come. Domain: access-and-events A7 */
export const invitationDays = 7;

export interface InvitedMember {
  email: string;
  role: MemberRole;
  environments: RoleInEnvironment[];
  /** Of the token that whoever is invited shows. */
  digest: string;
}

export interface MemberChange {
  role?: MemberRole;
  environments?: RoleInEnvironment[];
}

/** Who may enter an account, and as what. Its tenant is the account. Domain: access-and-events A2, A7 */
export class Member extends AddressedEntity {
  id: string;
  /** To which the invitation went, lower case; it names nobody. Null of members whom the first start made. */
  email: string | null;
  /** `sub` of the user's tokens; null until the invitation is accepted. */
  subject: string | null;
  role: MemberRole;
  invitationDigest: string | null;
  invitationEndsAt: Date | null;
  /** Kept in rows of their own. */
  environments: RoleInEnvironment[];

  static invite({ digest, ...state }: InvitedMember, now: Date): Member {
    const invitation = { invitationDigest: digest, invitationEndsAt: addDays(now, invitationDays) };
    const member = Member.instantiate(Member, { ...state, ...invitation, subject: null }, now);
    member.id = member.uid;
    return member;
  }

  get state(): MemberState {
    return this.subject === null ? 'INVITED' : 'REGISTERED';
  }

  /** One who counts where an account must not lose its last one. */
  get isOwner(): boolean {
    return this.role === 'OWNER' && this.subject !== null;
  }

  isOpenAt(now: Date): boolean {
    return this.subject === null && this.invitationEndsAt !== null && now < this.invitationEndsAt;
  }

  /** Once more, for an invitation that nobody accepted in time. @throws MemberInvitationError for a member, and while the last one is open */
  inviteAgain({ digest, role, environments }: InvitedMember, now: Date): void {
    if (this.subject !== null)
      throw new DomainError('MemberInvitationError', `email: ${this.email ?? ''} is of a member already`);
    if (this.isOpenAt(now)) {
      const until = this.invitationEndsAt?.toISOString() ?? '';
      const message = `email: ${this.email ?? ''} is invited until ${until}: delete that member to invite it anew`;
      throw new DomainError('MemberInvitationError', message);
    }
    const invitation = { invitationDigest: digest, invitationEndsAt: addDays(now, invitationDays) };
    Object.assign(this, { role, environments, ...invitation });
  }

  /** From now on the user with this `sub` is this member. */
  accept(subject: string): void {
    Object.assign(this, { subject, invitationDigest: null, invitationEndsAt: null });
  }

  /** What is left out stays. */
  change({ role = this.role, environments = this.environments }: MemberChange): void {
    Object.assign(this, { role, environments });
  }
}

/** Each environment once, and what says nothing left out. @throws BadUserInput */
export function rolesOf(told: readonly RoleInEnvironment[]): RoleInEnvironment[] {
  const twice = told.find(({ environmentId }, index) =>
    told.some((other, at) => at < index && other.environmentId === environmentId),
  );
  if (twice) throw badInput(`environments: ${twice.environmentId} is named twice; name each once`);
  return told
    .filter(({ role }) => role !== 'NONE')
    .map(({ environmentId, role }) => ({ environmentId, role }))
    .sort((a, b) => (a.environmentId < b.environmentId ? -1 : 1));
}
