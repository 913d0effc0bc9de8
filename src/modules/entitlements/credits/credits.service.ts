import { Injectable } from '@nestjs/common';
import { currentActor } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import type { Page, PageRequest } from '#libs/kernel/page';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Within } from '#libs/use-cases/use-case';
import { CreditGrantsRepository, type GrantFilter } from './credit-grants.repository';
import type { CreditGrant as CreditGrantView } from './credit-grants.views';
import {
  CreditGrant,
  type GivenCredits,
  type GrantChanges,
  type GrantCollection,
  type WalletKey,
} from './domain/credit-grant';
import { CreditPostings } from './credit-postings.service';
import { GrantBillings } from './grant-billings.service';
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
    private readonly billings: GrantBillings,
    private readonly clock: Clock,
  ) {}

  /** Before somebody decides about credits of this customer, and locks what that needs. Domain: credits R8 */
  @Within()
  prepare(customerUid: string): Promise<void> {
    return this.postings.carryOutWithin(customerUid);
  }

  /** Who gives has prepared. What begins by now can be used with the commit, and settles what is owed. Domain: credits G3, N5, R8 */
  @Within()
  async give(
    key: WalletKey,
    given: GivenCredits & { collection?: GrantCollection | null },
  ): Promise<CreditGrant> {
    const now = this.clock.now();
    await this.postings.noteDeclared();
    const held = await this.books.openAt(key);
    const grant = held.make(CreditGrant.give(held.row.uid, key, given, currentActor(), now));
    // What is not paid yet is in no wallet.
    if (!grant.isPending) held.wallet.add(grant, now);
    // Before what it settles is told, which may spend it.
    await this.news.add('created', null, grant, now);
    await this.books.close([held], now);
    return grant;
  }

  /**
   * It is paid: from now on it can be used, and settles what is owed. What waits for no payment stays as it is.
   * @throws InvalidArgumentError where it is too late. Domain: credits G4, N5
   */
  @Within()
  async confirm(id: string): Promise<void> {
    const now = this.clock.now();
    await this.decide(id, 'updated', now, ({ wallet }, grant) => {
      if (!grant.isPending) return;
      grant.confirm(now);
      wallet.add(grant, now);
    });
  }

  /** It will not be paid any more; what waits for no payment stays as it is. Domain: credits G3, G5 */
  @Within()
  async voidUnpaid(id: string): Promise<void> {
    const now = this.clock.now();
    await this.decide(id, 'voided', now, ({ wallet }, grant) => {
      if (!grant.isPending) return;
      grant.voidUnpaid(now);
      wallet.changed.add(grant);
    });
  }

  /** @throws CreditGrantNotFound, CreditGrantAlreadyVoided, CreditGrantCannotBeVoided. Domain: credits G5 */
  @Within()
  async void(id: string): Promise<CreditGrant> {
    const now = this.clock.now();
    return this.decide(id, 'voided', now, ({ wallet }, grant) => {
      grant.requireVoidable(now);
      if (!grant.isPending) return wallet.void(grant, currentActor(), now);
      grant.voidUnpaid(now);
      wallet.changed.add(grant);
    });
  }

  /** What changes nothing is told nobody. @throws CreditGrantNotFound; what `CreditGrant.change` refuses. Domain: credits G6 */
  @Within()
  async change(id: string, changes: GrantChanges): Promise<CreditGrant> {
    const now = this.clock.now();
    return this.decide(id, 'updated', now, ({ wallet }, grant) => {
      const tried = copyOf(grant);
      tried.change(changes, now);
      if (!this.grants.differ(grant, tried)) return;
      if (!grant.isPending)
        return wallet.update(grant, () => grant.change(changes, now), currentActor(), now);
      grant.change(changes, now);
      wallet.changed.add(grant);
    });
  }

  /** @throws CreditGrantNotFound */
  @Within()
  get(id: string): Promise<CreditGrant> {
    return this.grants.getOrThrow(id);
  }

  /** As callers are told of them. */
  @Within()
  viewsOf(grants: readonly CreditGrant[]): Promise<CreditGrantView[]> {
    return this.billings.viewsOf(grants, this.clock.now());
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
    const { walletUid, customerUid } = await this.grants.getOrThrow(id);
    await this.postings.carryOutWithin(customerUid);
    await this.postings.noteDeclared();
    const [held] = await this.books.open([walletUid]);
    if (!held) throw new Error(`Wallet ${walletUid} is gone`);
    // After its wallet, as whoever draws from it; and one that nothing moves any more is not among those of its wallet.
    const stored = await this.grants.lockOrThrow(id);
    held.wallet.advance(now);
    const grant = held.grant(id) ?? stored;
    const before = copyOf(grant);
    work(held, grant);
    await this.books.close([held], now);
    if (held.wallet.changed.has(grant)) await this.news.add(verb, before, grant, now);
    return grant;
  }
}
