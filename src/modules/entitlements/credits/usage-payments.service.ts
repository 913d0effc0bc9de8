import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { grouped } from '#libs/kernel/grouped';
import { Answers } from '#libs/messaging/extensions';
import { usagePayers, type PaidReport, type UsagePayers } from '#modules/entitlements/metering';
import { CreditWalletsRepository, type WalletPlace } from './credit-wallets.repository';
import type { WalletKey } from './domain/credit-grant';
import { HeldPayers } from './usage-payers.record';
import { WalletBooks } from './wallet-books.service';

/** Usage of rated features takes credits in the transaction that counts it. Domain: credits N1, N6, N10, F1; ADR-0105 */
@Injectable()
export class UsagePayments {
  constructor(
    private readonly wallets: CreditWalletsRepository,
    private readonly books: WalletBooks,
    private readonly clock: Clock,
  ) {}

  @Answers(usagePayers)
  async hold({ reports }: typeof usagePayers.facts): Promise<Iterable<UsagePayers>> {
    // What is used at one place is paid from one wallet, however many tell of it.
    const groups = [...grouped(reports, placeIdOf).values()] as [PaidReport, ...PaidReport[]][];
    const uids = await this.payingWallets(groups.map(([first]) => first));
    const opened = await this.books.open([...new Set(uids)]);
    const byUid = new Map(opened.map((held) => [held.row.uid, held]));
    const held = new Map(
      groups.flatMap((group, index) => {
        const wallet = byUid.get(uids[index] as string);
        return wallet ? group.map((report) => [report, wallet] as const) : [];
      }),
    );
    // After the locks: nothing that another has written lies behind it.
    const now = this.clock.now();
    return [new HeldPayers(held, now, (moved) => this.books.close(moved, now))];
  }

  /** In the order of the reports. */
  private async payingWallets(reports: readonly PaidReport[]): Promise<string[]> {
    const places = reports.map(customerPlaceOf);
    const asked = reports.map(placeOf);
    const found = await this.wallets.paying(asked, this.clock.now());
    const lacking = places.filter((_, place) => !found[place]);
    if (lacking.length === 0) return found as string[];
    await this.books.ensure(lacking);
    return (await this.wallets.paying(asked, this.clock.now())) as string[];
  }
}

/** Where it was used, as its caller says. Domain: credits L1 */
const placeOf = ({ customerUid, payment: { rate, resource } }: PaidReport): WalletPlace => ({
  ...{ customerUid, currencyUid: rate.currencyUid },
  resourceKey: resource?.uid ?? '',
});

const placeIdOf = (report: PaidReport): string => Object.values(placeOf(report)).join('/');

/** Where no wallet pays yet, the customer's own does. Domain: credits L1 */
const customerPlaceOf = ({ customerUid, payment: { customerId, rate } }: PaidReport): WalletKey => ({
  ...{ customerUid, customerId, currencyUid: rate.currencyUid, currencyId: rate.currencyId },
  ...{ resourceKey: '', resourceId: null },
});
