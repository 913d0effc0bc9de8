import { Decimal } from '#libs/kernel/decimal';
import type { DomainError } from '#libs/kernel/errors/domain-error';
import type {
  PaidCredits,
  PaidReport,
  PaymentTurn,
  UsagePayers,
  UsedUnits,
} from '#modules/entitlements/metering';
import { insufficientCredits } from './domain/credit-consumption';
import { balanceOf } from './domain/credit-wallet';
import { costOfReport } from './usage-cost.record';
import type { HeldWallet } from './held-wallet.record';

/** What a report will take. */
interface Due {
  report: PaidReport;
  held: HeldWallet;
  uid: string;
  cost: Decimal;
}

const nothing = new Decimal(0);

/** Wallets that reports of usage are paid from, under their locks. Domain: credits N6, N9; ADR-0105 */
export class HeldPayers implements UsagePayers {
  /**
   * @param held by what pays from them
   * @param store of those that have moved
   */
  constructor(
    private readonly held: ReadonlyMap<PaidReport, HeldWallet>,
    private readonly now: Date,
    private readonly store: (held: readonly HeldWallet[]) => Promise<void>,
  ) {}

  turn(): PaymentTurn {
    return new HeldTurn(this.held, this.now);
  }

  keep(): Promise<void> {
    return this.store([...new Set(this.held.values())]);
  }
}

class HeldTurn implements PaymentTurn {
  private readonly due: Due[] = [];
  /** Of each wallet by all that are due. */
  private readonly asked = new Map<HeldWallet, Decimal>();
  private readonly paid = new Map<string, PaidCredits>();

  constructor(
    private readonly held: ReadonlyMap<PaidReport, HeldWallet>,
    private readonly now: Date,
  ) {}

  ask(report: PaidReport, used: UsedUnits): DomainError | undefined {
    const held = this.walletOf(report);
    const cost = costOfReport(report, used);
    const asked = (this.asked.get(held) ?? nothing).plus(cost);
    this.asked.set(held, asked);
    this.due.push({ report, held, uid: used.uid, cost });
    const isRefused = report.payment.isEnforced && !cost.isZero() && !held.isSoftAt(this.now);
    if (!isRefused || held.wallet.affords(asked, this.now)) return undefined;
    return insufficientCredits(cost, held.wallet.balance.minus(asked).plus(cost), 'report it all the same');
  }

  take(): void {
    for (const { report, held, uid, cost } of this.due) {
      const { payment, occurredAt: at, dimensions } = report;
      const { reporter: actor, featureId } = payment;
      if (!cost.isZero())
        held.take({ amount: cost, at, actor, eventId: uid, featureId, dimensions }, this.now);
      this.paid.set(uid, creditsOf(held, cost));
    }
  }

  told(report: PaidReport, uid: string): PaidCredits {
    return this.paid.get(uid) ?? creditsOf(this.walletOf(report), nothing);
  }

  private walletOf(report: PaidReport): HeldWallet {
    const held = this.held.get(report);
    if (!held) throw new Error('A report is paid from no wallet');
    return held;
  }
}

const creditsOf = ({ row }: HeldWallet, consumed: Decimal): PaidCredits => ({ ...balanceOf(row), consumed });
