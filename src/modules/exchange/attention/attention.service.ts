import { Injectable } from '@nestjs/common';
import { callerMay } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { isHeldBack } from '#libs/persistence/unit-of-work';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { CustomerWallets } from '#modules/entitlements/credits';
import type { AttentionQuery } from './attention.inputs';
import { AttentionReader, type ReadOverdraft } from './attention.reader';
import { Attention } from './attention.views';
import { newestOf, usualOfEach, type Newest, type WalletInOverdraft } from './domain/attention';

/** How often books are brought up to date before an answer; where very many are due at once a job does the rest within a minute. */
const rounds = 3;

@Injectable()
export class AttentionService {
  constructor(
    private readonly reader: AttentionReader,
    private readonly wallets: CustomerWallets,
    private readonly clock: Clock,
  ) {}

  /** Domain: access-and-events P5 */
  @UseCase('getAttention', {
    needs: 'identity:read',
    answers: one(Attention),
    isReport: true,
    summary: 'Payments that fail and wallets in overdraft, of all customers, newest first. An addition.',
  })
  async get({ limit = usualOfEach }: AttentionQuery): Promise<Attention> {
    const payments = callerMay('invoices:read')
      ? newestOf(await this.reader.payments(limit + 1), limit)
      : null;
    return Attention.from(payments, callerMay('credits:read') ? await this.inOverdraft(limit) : null);
  }

  /**
   * What begins by itself settles what is owed, and the books may tell it later: those of whom something is due are brought up to date before, as
   * whoever reads a wallet does. Time alone brings nobody into overdraft, so there are no others. Domain: credits N5, N11
   */
  private async inOverdraft(limit: number): Promise<Newest<WalletInOverdraft>> {
    const kept = new Set<string>();
    const isBehind = ({ isDue, customerUid }: ReadOverdraft): boolean => isDue && !kept.has(customerUid);
    for (let left = rounds; ; left--) {
      const found = await this.reader.wallets(limit + 1, this.clock.now());
      const behind = found.filter(isBehind).map(({ customerUid }) => customerUid);
      if (behind.length === 0) return newestOf(found, limit);
      if (left > 0 && (await this.bringUpToDate(new Set(behind), kept))) continue;
      const known = found.filter((each) => !isBehind(each));
      return { ...newestOf(known, limit), hasMore: true };
    }
  }

  /** @returns whether books can be kept: while an environment is moved nobody writes them, and it is read all the same */
  private async bringUpToDate(behind: ReadonlySet<string>, kept: Set<string>): Promise<boolean> {
    try {
      for (const customerUid of behind) {
        await this.wallets.bringUpToDate(customerUid);
        kept.add(customerUid);
      }
      return true;
    } catch (error) {
      if (isHeldBack(error)) return false;
      throw error;
    }
  }
}
