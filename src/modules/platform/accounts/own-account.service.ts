import { Injectable } from '@nestjs/common';
import { requireContext } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { AccountsRepository } from './accounts.repository';
import type { Account } from './domain/account';
import { MembersRepository } from './members.repository';

/** The account of the context for who changes its members or its environments: one after the other. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
  ) {}

  /**
   * Until the end of the unit of work.
   * @throws AccessDeniedError, IdentityForbidden for who lost it, or its role there, while waiting for the lock
   */
  async hold(): Promise<Account> {
    const account = await this.accounts.lockOwn();
    const { principal } = requireContext();
    if (principal?.kind !== 'USER') return account;
    const acting = await this.members.findBySubject(principal.actor);
    if (!acting) throw new DomainError('AccessDeniedError', 'You are no member of this account any more');
    if (!acting.isOwner)
      throw new DomainError('IdentityForbidden', 'You are no OWNER of this account any more');
    return account;
  }
}
