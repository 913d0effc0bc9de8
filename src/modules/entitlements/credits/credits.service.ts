import { Injectable } from '@nestjs/common';
import { requireContext } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import type { Page, PageRequest } from '#libs/kernel/page';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Within } from '#libs/use-cases/use-case';
import { CreditGrantsRepository, type GrantFilter } from './credit-grants.repository';
import { CreditGrant, type GivenCredits, type GrantChanges, type WalletKey } from './domain/credit-grant';
import { CreditPostings } from './credit-postings.service';
import { GrantNews } from './grant-news.service';
import type { HeldWallet } from './held-wallet.record';
import { WalletBooks } from './wallet-books.service';

/** What other modules do with grants: each change moves its wallet and its ledger in the transaction that is open. */
@Injectable()
export class CreditsService {
  constructor(
    private readonly grants: CreditGrantsRepository,
    private readonly books: WalletBooks,
    private readonly postings: CreditPostings,
    private readonly news: GrantNews,
    private readonly clock: Clock,
  ) {}

  /** What begins by now can be used with the commit, and settles what is owed. Domain: credits G3, N5 */
  @Within()
  async give(key: WalletKey, given: GivenCredits): Promise<CreditGrant> {
    const now = this.clock.now();
    const held = await this.books.openAt(key);
    const grant = held.make(CreditGrant.give(held.row.uid, key, given, actor(), now));
    held.wallet.add(grant, now);
    // Before what it settles is told, which may spend it.
    this.news.record.add('created', null, { grant, at: now });
    await this.books.close([held], now);
    return grant;
  }

  /** @throws CreditGrantNotFound, CreditGrantAlreadyVoided, CreditGrantCannotBeVoided. Domain: credits G5 */
  @Within()
  async void(id: string): Promise<CreditGrant> {
    const now = this.clock.now();
    return this.decide(id, 'voided', now, ({ wallet }, grant) => {
      grant.requireVoidable(now);
      wallet.void(grant, actor(), now);
    });
  }

  /** What changes nothing is told nobody. @throws CreditGrantNotFound; what `CreditGrant.change` refuses. Domain: credits G6 */
  @Within()
  async change(id: string, changes: GrantChanges): Promise<CreditGrant> {
    const now = this.clock.now();
    return this.decide(id, 'updated', now, ({ wallet }, grant) => {
      const tried = copyOf(grant);
      tried.change(changes, now);
      if (this.grants.differ(grant, tried))
        wallet.update(grant, () => grant.change(changes, now), actor(), now);
    });
  }

  /** As they stand now, newest first. @throws BadUserInput for a cursor that names nothing. Domain: credits G7 */
  @Within()
  async list(request: PageRequest, filter: GrantFilter): Promise<Page<CreditGrant>> {
    await this.postings.bringUpToDate(filter.customerUid);
    return this.grants.list(request, filter);
  }

  private async decide(
    id: string,
    verb: string,
    now: Date,
    work: (held: HeldWallet, grant: CreditGrant) => void,
  ): Promise<CreditGrant> {
    const { walletUid } = await this.grants.getOrThrow(id);
    const [held] = await this.books.open([walletUid]);
    if (!held) throw new Error(`Wallet ${walletUid} is gone`);
    // After its wallet, as whoever draws from it; and one that nothing moves any more is not among those of its wallet.
    const stored = await this.grants.lockOrThrow(id);
    held.wallet.advance(now);
    const grant = held.grant(id) ?? stored;
    const before = copyOf(grant);
    work(held, grant);
    await this.books.close([held], now);
    if (held.wallet.changed.has(grant))
      this.news.record.add(verb, { grant: before, at: now }, { grant, at: now });
    return grant;
  }
}

const actor = (): string => requireContext().principal?.actor ?? 'system';
