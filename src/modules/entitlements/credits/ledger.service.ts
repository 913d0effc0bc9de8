import { Injectable } from '@nestjs/common';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { one, page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { CreditLedgerRepository } from './credit-ledger.repository';
import { CreditWalletsRepository } from './credit-wallets.repository';
import type { ListCreditLedgerQuery, ProveCreditLedgerQuery } from './credits.inputs';
import { CreditLedgerEntry, CreditLedgerProof } from './credits.views';
import { askedWallets, CustomerWallets } from './customer-wallets.service';
import type { CreditWallet } from './domain/credit-wallet';
import { LedgerProofs } from './ledger-proofs.service';

@Injectable()
export class LedgerService {
  constructor(
    private readonly wallets: CreditWalletsRepository,
    private readonly ledger: CreditLedgerRepository,
    private readonly proofs: LedgerProofs,
    private readonly ofCustomers: CustomerWallets,
  ) {}

  /** Of one wallet in the order of its places. @throws CustomerNotFound, CustomerResourceNotFound, CustomCurrencyNotFound. Domain: credits D5 */
  @UseCase('listCreditLedgerEntries', {
    needs: 'credits:read',
    answers: page(CreditLedgerEntry),
    summary: 'List what has moved the credits of a customer, newest first.',
  })
  async list(query: ListCreditLedgerQuery): Promise<Page<CreditLedgerEntry>> {
    const named = await this.ofCustomers.named(query);
    const customerUid = named.customer.uid;
    const asked = askedWallets(await this.ofCustomers.upToDate(customerUid), named);
    const filter = { customerUid, walletUids: asked.map(({ uid }) => uid), eventTypes: query.eventType };
    const byUid = new Map(asked.map((wallet) => [wallet.uid, wallet]));
    const found = await this.ledger.list(pageRequestOf(query), filter);
    return mapPage(found, (row) => CreditLedgerEntry.from(row, byUid.get(row.walletUid) as CreditWallet));
  }

  /**
   * Recomputes the ledger of one wallet from its first row on: chain, balances, grants and the order of burning.
   * @throws CustomerNotFound, CustomerResourceNotFound, CustomCurrencyNotFound. Domain: credits D6, D7
   */
  @UseCase('proveCreditLedger', {
    needs: 'credits:read',
    answers: one(CreditLedgerProof),
    summary: 'Recompute the ledger of a wallet, and tell what holds. Ours.',
  })
  async prove(query: ProveCreditLedgerQuery): Promise<CreditLedgerProof> {
    const named = await this.ofCustomers.named(query);
    const wallets = await this.wallets.ofCustomer(named.customer.uid);
    const asked = { ...named, resourceKey: named.resourceKey ?? '' };
    const [wallet] = askedWallets(wallets, asked);
    if (!wallet) return { holds: true, rows: 0, head: null, firstFault: null };
    return this.proofs.of(wallet.uid);
  }
}
