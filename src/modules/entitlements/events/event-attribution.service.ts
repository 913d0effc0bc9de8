import { Injectable } from '@nestjs/common';
import { requireContext } from '#libs/context/request-context';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { CustomersService } from '#modules/customers/customers';
import { EntitlementsService } from '#modules/entitlements/entitlements';
import type { MeterInForce } from '#modules/entitlements/meters';
import { BilledReports, type ReportedAnswer } from '#modules/entitlements/usage';
import { attributionOf, type Attribution } from './domain/attribution';

/** Whose events a meter takes. */
export interface FeedQuestion {
  customerId: string;
  resourceId: string | null;
  meter: MeterInForce;
  /** Of the first event that asks. */
  at: Date;
}

type Subject = Pick<FeedQuestion, 'customerId' | 'resourceId' | 'meter'>;

/** Something about each question, by what it asks. */
export class ByQuestion<T> {
  private readonly byMeter = new Map<MeterInForce, Map<string, T>>();

  set(subject: Subject, value: T): void {
    let own = this.byMeter.get(subject.meter);
    if (!own) this.byMeter.set(subject.meter, (own = new Map<string, T>()));
    own.set(whom(subject), value);
  }

  get(subject: Subject): T | undefined {
    return this.byMeter.get(subject.meter)?.get(whom(subject));
  }

  get all(): T[] {
    return [...this.byMeter.values()].flatMap((own) => [...own.values()]);
  }
}

// Most events name no resource. An id has 255 characters at most, so no id of a customer looks like one with a resource.
const whom = ({ customerId, resourceId }: Subject): string =>
  resourceId === null ? customerId : `${customerId.padEnd(256)}${resourceId}`;

/** Where events are counted, as entitlements say now. */
@Injectable()
export class EventAttribution {
  constructor(
    private readonly entitlements: EntitlementsService,
    private readonly billed: BilledReports,
    private readonly customers: CustomersService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @param questions each once */
  async of(questions: readonly FeedQuestion[], now: Date): Promise<ByQuestion<Attribution>> {
    const attributions = new ByQuestion<Attribution>();
    if (questions.length === 0) return attributions;
    const answers = await this.answersTo(questions);
    const told = { reporter: requireContext().principal?.actor, now };
    for (let place = 0; place < questions.length; place++) {
      const question = questions[place] as FeedQuestion;
      const answer = answers[place] as ReportedAnswer;
      attributions.set(question, attributionOf(answer, question, told));
    }
    await this.nameResources(questions, answers);
    return attributions;
  }

  /** What is in force, by entitlements or else by contracts. */
  private async answersTo(questions: readonly FeedQuestion[]): Promise<ReportedAnswer[]> {
    const asked = questions.map(({ customerId, resourceId, meter }) => ({
      customerId,
      resourceId,
      featureId: meter.featureId,
    }));
    const answers: ReportedAnswer[] = await this.entitlements.inForceFor(asked);
    const unentitled = answers.flatMap((answer, place) => {
      if (answer.entitlement !== undefined) return [];
      const { customerId, at } = questions[place] as FeedQuestion;
      return [{ place, usage: { customerId }, answer, occurredAt: at }];
    });
    if (unentitled.length === 0) return answers;
    await this.billed.admit(unentitled);
    for (const { place, answer } of unentitled) answers[place] = answer;
    return answers;
  }

  /** A resource exists from the first event that names it and is counted. Domain: customers-subscriptions U10 */
  private async nameResources(
    questions: readonly FeedQuestion[],
    answers: readonly ReportedAnswer[],
  ): Promise<void> {
    const named = questions.filter(({ resourceId }, place) => {
      const answer = answers[place] as ReportedAnswer;
      return (
        resourceId !== null &&
        answer.resourceUid === null &&
        answer.entitlement !== undefined &&
        !answer.isArchived
      );
    });
    if (named.length === 0) return;
    await this.unitOfWork.run(async () => {
      for (const { customerId, resourceId } of named)
        await this.customers.ensureResource(
          await this.customers.getOrThrow(customerId),
          resourceId as string,
        );
    });
  }
}
