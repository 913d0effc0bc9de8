import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/env';
import { Clock } from '#libs/kernel/clock';
import { dayMs, hourMs } from '#libs/kernel/period';
import type { DueKind, DueScope } from '#libs/messaging/due-turns';
import { DueWork } from '#libs/messaging/due-work';
import { Invoice } from './domain/invoice';
import { bearLateUsage, type UsageDifference } from './domain/late-usage';
import type { LateUsageWatch } from './domain/late-usage-watch';
import { InvoiceFinalization } from './finalization.service';
import { InvoicedUsage } from './invoiced-usage.service';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import { InvoicesRepository } from './invoices.repository';
import { LateUsageWatches, type DueWatch } from './late-usage-watches.repository';

/** Of a contract that has no invoice to come. */
interface Found {
  last: Invoice | undefined;
  differences: readonly UsageDifference[];
  graceHours: number;
}

/** Bills late usage of contracts and subscriptions that have no invoice to come: contracts are looked at hourly, subscriptions daily. Domain: entitlements-usage A13; contracts-billing V10 */
@Injectable()
@DueWork('bill-late-usage', { rank: 3 })
export class LateUsageRun implements DueKind<DueWatch> {
  constructor(
    private readonly watches: LateUsageWatches,
    private readonly invoices: InvoicesRepository,
    private readonly lines: InvoiceLinesRepository,
    private readonly usage: InvoicedUsage,
    private readonly finalization: InvoiceFinalization,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  next(scope: DueScope, after: DueWatch | undefined, limit: number): Promise<DueWatch[]> {
    return this.watches.next(scope, this.environment.usageGraceHours, after, limit);
  }

  async process(due: readonly DueWatch[]): Promise<number> {
    const now = this.clock.now();
    const graceOf = new Map(due.map(({ uid, graceHours }) => [uid, graceHours]));
    const watches = await this.watches.take(
      due.map(({ uid }) => uid),
      now,
    );
    const uids = watches.map(({ uid }) => uid);
    const [last, next] = [await this.invoices.latestOf(uids), await this.usage.toCome(uids)];
    const ended = [...last.values()].filter(({ billedUid }) => !next.has(billedUid));
    const late = await this.usage.lateOf(ended);
    const over: LateUsageWatch[] = [];
    for (const watch of watches) {
      const awaited = next.get(watch.uid);
      const graceHours = graceOf.get(watch.uid) as number;
      const found = { last: last.get(watch.uid), differences: late.get(watch.uid) ?? [], graceHours };
      if (awaited) watch.waitFor(awaited, now, graceHours);
      else if (!(await this.look(watch, found, now))) over.push(watch);
    }
    await this.watches.saveAll(watches, now);
    await this.watches.removeAll(over);
    return watches.length;
  }

  /** @returns whether there is still something to look for */
  private async look(
    watch: LateUsageWatch,
    { last, differences, graceHours }: Found,
    now: Date,
  ): Promise<boolean> {
    // Subscriptions are many, and end often.
    const everyMs = last?.kind ? dayMs : hourMs;
    const isOwed = differences.some(({ isGivenBack }) => !isGivenBack);
    if (!last || !isOwed) {
      watch.rest(now, everyMs);
      return !watch.isOver(now);
    }
    const isQuiet = watch.isQuiet(differences, now, graceHours, everyMs);
    if (isQuiet && Invoice.mayFollow(last, now)) await this.bill(last, differences, now);
    return true;
  }

  private async bill(last: Invoice, differences: readonly UsageDifference[], now: Date): Promise<void> {
    const invoice = Invoice.following(last, now);
    const lines = bearLateUsage(invoice, [], differences, now);
    await this.invoices.insert(invoice);
    await this.lines.insertAll(lines);
    await this.finalization.send([invoice], now);
  }
}
