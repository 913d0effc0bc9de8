import { Injectable } from '@nestjs/common';
import { Extensions, Survey } from '#libs/messaging/extensions';
import { byContract, type ReportedAnswer } from './domain/countable';
import type { UsageReportInput } from './usage.inputs';

/** Usage of a feature that a customer does not have. */
export interface UnentitledUsage {
  customerId: string;
  featureUid: string;
  occurredAt: Date;
}

/** Which of these usages are billed although nothing entitles to them? Answered by who bills them, with their places in the list. */
export const billedUsages = new Survey<{ usages: readonly UnentitledUsage[] }, number>('usage.billed');

interface Report {
  usage: Pick<UsageReportInput, 'customerId'>;
  answer: ReportedAnswer;
  occurredAt: Date;
}

/** Reports of customers who have a feature by no subscription, and pay for it by a contract. Domain: entitlements-usage A7 */
@Injectable()
export class BilledReports {
  constructor(private readonly extensions: Extensions) {}

  /** Lets those count that are billed. The others stay as they are, and are refused by their own reasons. */
  async admit(reports: readonly Report[]): Promise<void> {
    const asked = reports.flatMap((report) => {
      const { answer, usage, occurredAt } = report;
      if (answer.customerUid === null || !answer.feature) return [];
      return [{ report, customerId: usage.customerId, featureUid: answer.feature.uid, occurredAt }];
    });
    if (asked.length === 0) return;
    const usages = asked.map(({ customerId, featureUid, occurredAt }) => ({
      customerId,
      featureUid,
      occurredAt,
    }));
    for (const place of await this.extensions.survey(billedUsages, { usages })) {
      const report = asked[place]?.report;
      if (report) report.answer = { ...report.answer, entitlement: byContract };
    }
  }
}
