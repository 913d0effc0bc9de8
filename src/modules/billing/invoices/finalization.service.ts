import { Injectable } from '@nestjs/common';
import { Decimal } from '#libs/kernel/decimal';
import { Change, Extensions } from '#libs/messaging/extensions';
import { CustomerBalances } from './customer-balances.repository';
import { DocumentNumbers } from './document-numbers.repository';
import { appliedTo } from './domain/customer-balance';
import { documentNumber } from './domain/document-number';
import type { Invoice } from './domain/invoice';
import { InvoiceParties } from './invoice-parties.service';
import { InvoicedUsage } from './invoiced-usage.service';
import { InvoiceNews } from './invoice-news.service';
import { InvoicesRepository } from './invoices.repository';
import type { Till } from './domain/till';

/** They were sent, and a provider is to collect what is owed of each. Domain: contracts-billing V11 */
export const invoicesToCollect = new Change<{ invoices: readonly Invoice[] }>('invoice.to-collect');

/** Makes invoices of drafts. Domain: contracts-billing V2–V4, V8 */
@Injectable()
export class InvoiceFinalization {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly usage: InvoicedUsage,
    private readonly numbers: DocumentNumbers,
    private readonly balances: CustomerBalances,
    private readonly parties: InvoiceParties,
    private readonly extensions: Extensions,
    private readonly news: InvoiceNews,
  ) {}

  /** @returns how many: others are no drafts any more, or in hands that do it themselves or have other plans with them */
  async finalize(uids: readonly string[], now: Date): Promise<number> {
    const invoices = await this.invoices.takeDrafts(uids);
    if (invoices.length === 0) return 0;
    await this.usage.bill(invoices, now);
    await this.send(invoices, now);
    return invoices.length;
  }

  /** Drafts of this transaction that bear all that they bill. @param till where they are paid at once */
  async send(invoices: readonly Invoice[], now: Date, till?: Till): Promise<void> {
    const parties = await this.parties.of(invoices);
    const applied = await this.applyBalances(invoices, now);
    const taken = new Set<Invoice>();
    // From here on others of the same legal entities wait for this transaction.
    for (const [legalEntityUid, its] of byLegalEntity(invoices)) {
      const first = await this.numbers.take(legalEntityUid, 'INVOICE', its.length, now);
      for (const [index, invoice] of its.entries()) {
        const of = parties(invoice);
        const number = documentNumber('INVOICE', first + index, of.seller.invoiceNumberPrefix);
        invoice.finalize(number, of, now, applied.get(invoice.uid));
        if (till && invoice.isToCollect) taken.add(takenAt(till, invoice, now));
      }
    }
    await this.invoices.saveAll(invoices, now);
    this.news.sent(invoices);
    await this.collectLater(invoices.filter((each) => !taken.has(each)));
  }

  /** By the clock, once this is committed. Domain: contracts-billing V11 */
  private async collectLater(invoices: readonly Invoice[]): Promise<void> {
    const charged = invoices.filter(({ isToCollect }) => isToCollect);
    if (charged.length > 0) await this.extensions.announce(invoicesToCollect, { invoices: charged });
  }

  /** Of subscriptions: what was given back before is used, and what they give back is kept. Domain: customers-subscriptions R4 */
  private async applyBalances(invoices: readonly Invoice[], now: Date): Promise<Map<string, Decimal>> {
    const ofSubscriptions = invoices.filter(({ kind }) => kind !== null);
    const applied = new Map<string, Decimal>();
    if (ofSubscriptions.length === 0) return applied;
    const balanceOf = await this.balances.hold(ofSubscriptions.map(({ customerUid }) => customerUid));
    const left = new Map<string, Decimal>();
    for (const invoice of ofSubscriptions) {
      const account = `${invoice.customerUid} ${invoice.currency}`;
      const balance = left.get(account) ?? balanceOf(invoice);
      const part = appliedTo(invoice, balance);
      if (part.isZero()) continue;
      await this.balances.add(invoice, part.negated(), now);
      left.set(account, balance.minus(part));
      applied.set(invoice.uid, part);
    }
    return applied;
  }
}

/** It is paid with what is in hand, or with what is on its way. Domain: customers-subscriptions V9 */
function takenAt(till: Till, invoice: Invoice, now: Date): Invoice {
  if (till.take(invoice, now)) invoice.pay(now);
  else invoice.collection = till.collection;
  return invoice;
}

/** In the order of the keys, so that two who number for the same entities do not wait for each other. */
function byLegalEntity(invoices: readonly Invoice[]): [string, Invoice[]][] {
  const groups = new Map<string, Invoice[]>();
  for (const invoice of invoices) {
    const { legalEntityUid } = invoice;
    groups.set(legalEntityUid, [...(groups.get(legalEntityUid) ?? []), invoice]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}
