import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { one, page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { CustomCurrenciesService } from '#modules/catalog/custom-currencies';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import { CreditLedgerRepository } from './credit-ledger.repository';
import { CreditPostings } from './credit-postings.service';
import { CreditWalletsRepository } from './credit-wallets.repository';
import type { ListCreditLedgerQuery, ProveCreditLedgerQuery } from './credits.inputs';
import { CreditLedgerEntry, CreditLedgerProof } from './credits.views';
import type { CreditWallet } from './domain/credit-wallet';
import { LedgerProofs } from './ledger-proofs.service';

@Injectable()
export class LedgerService {
  constructor(
    private readonly wallets: CreditWalletsRepository,
    private readonly ledger: CreditLedgerRepository,
    private readonly postings: CreditPostings,
    private readonly proofs: LedgerProofs,
    private readonly customers: CustomersService,
    private readonly currencies: CustomCurrenciesService,
  ) {}

  /** Of one wallet in the order of its places. @throws CustomerNotFound, CustomerResourceNotFound, CustomCurrencyNotFound. Domain: credits D5 */
  @UseCase('listCreditLedgerEntries', {
    needs: 'credits:read',
    answers: page(CreditLedgerEntry),
    summary: 'List what has moved the credits of a customer, newest first.',
  })
  async list(query: ListCreditLedgerQuery): Promise<Page<CreditLedgerEntry>> {
    const { customerId, currencyId, eventType: eventTypes } = query;
    const customer = await this.customers.getOrThrow(customerId);
    await this.postings.bringUpToDate(customer.uid);
    const currencyUid = currencyId === undefined ? undefined : await this.currencyUid(currencyId);
    const resourceKey =
      query.resourceId === undefined ? undefined : await this.resourceKey(customer, query.resourceId);
    const wallets = await this.wallets.ofCustomer(customer.uid);
    const isAsked = (wallet: CreditWallet): boolean =>
      (currencyUid === undefined || wallet.currencyUid === currencyUid) &&
      (resourceKey === undefined || wallet.resourceKey === resourceKey);
    const asked = wallets.filter(isAsked);
    const filter = { customerUid: customer.uid, walletUids: asked.map(({ uid }) => uid), eventTypes };
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
  async prove({ customerId, currencyId, resourceId }: ProveCreditLedgerQuery): Promise<CreditLedgerProof> {
    const customer = await this.customers.getOrThrow(customerId);
    const currencyUid = await this.currencyUid(currencyId);
    const resourceKey = resourceId === undefined ? '' : await this.resourceKey(customer, resourceId);
    const [walletUid] = await this.wallets.at([{ customerUid: customer.uid, currencyUid, resourceKey }]);
    if (walletUid === undefined) return { holds: true, rows: 0, head: null, firstFault: null };
    return this.proofs.of(walletUid);
  }

  private async currencyUid(id: string): Promise<string> {
    const found = (await this.currencies.findAll([id])).get(id);
    return (found as { uid: string }).uid;
  }

  private async resourceKey({ uid, id }: StoredCustomer, resourceId: string): Promise<string> {
    const resource = await this.customers.findResource(uid, resourceId);
    if (resource) return resource.uid;
    throw new DomainError('CustomerResourceNotFound', `Customer ${id} has no resource ${resourceId}`);
  }
}
