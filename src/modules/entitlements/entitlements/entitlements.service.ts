import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { soon, type Soon } from '#libs/kernel/soon';
import { badInput } from '#libs/kernel/errors/domain-error';
import { DueSources } from '#modules/entitlements/source-history';
import { asOfReading } from './as-of.reader';
import type { FeatureAnswer, FeatureInForce } from './domain/feature-answer';
import { FeatureQuestion } from './feature-question.service';
import type { CheckEntitlementQuery, ListEntitlementsQuery } from './entitlements.inputs';
import { EntitlementFacts } from './entitlement-facts.service';
import type { Question, StoredFacts } from './stored-facts.record';
import { EntitlementsAt } from './entitlements-at.service';
import { Follows } from '#libs/messaging/extensions';
import { customerArchived, customerUnarchived } from '#modules/customers/customers';
import type { DeclaredSource } from './declared-snapshot.record';
import type { EntitlementsOf, ToldLevel } from './entitlement-news.service';
import { DeclaredSources, type SourceLevel } from './declared-sources.service';
import { CreditChecks } from './credit-checks.service';
import {
  CustomerEntitlementCredit,
  CustomerEntitlementFeature,
  CustomerEntitlements,
  type CustomerEntitlement,
} from './entitlements.views';
import { isLiveAt } from './stored-source.record';

@Injectable()
export class EntitlementsService {
  private readonly answers: EntitlementsOf = (customerId, resourceId) =>
    this.effectiveEntitlements(customerId, resourceId);

  constructor(
    private readonly facts: EntitlementFacts,
    private readonly questions: FeatureQuestion,
    private readonly instants: EntitlementsAt,
    private readonly due: DueSources,
    private readonly sources: DeclaredSources,
    private readonly credits: CreditChecks,
    private readonly clock: Clock,
  ) {}

  /**
   * May this customer do this, now? Always an answer, also for unknown customers; it changes and reserves nothing.
   * Domain: entitlements-usage Q1–Q7.
   * @throws BadUserInput without exactly one of featureId and currencyId, and for an instant of which nothing is known;
   *   UnsupportedParameter for an instant beside currencyId
   */
  @UseCase('checkCustomerEntitlement', {
    needs: 'entitlements:read',
    opens: 'CUSTOMER',
    asksAbout: (customerId: string) => customerId,
    answers: one(CustomerEntitlementFeature, CustomerEntitlementCredit),
    summary: 'May this customer do this, now?',
  })
  check(customerId: string, query: CheckEntitlementQuery): Soon<CustomerEntitlement> {
    const { currencyId, featureId, requestedUsage, requestedValues, resourceId = null, at } = query;
    if (featureId !== undefined && currencyId !== undefined)
      throw badInput('featureId and currencyId exclude each other');
    if (currencyId !== undefined) return this.credits.check(customerId, currencyId, query);
    if (featureId === undefined) throw badInput('featureId or currencyId is required');
    const question = { customerId, featureId, resourceId };
    const asked = { resource: resourceId !== null, requestedUsage, requestedValues };
    if (at !== undefined)
      return this.instants.answer(question, asked, at).then(CustomerEntitlementFeature.from);
    const read = asOfReading(this.clock, this.due, (instant) =>
      soon(this.facts.of(question, instant), (facts) => [facts]),
    );
    return soon(read, ({ facts: [facts], at: now }) =>
      soon(this.questions.answer(facts as StoredFacts, asked, now), (answer) =>
        CustomerEntitlementFeature.from(answer),
      ),
    );
  }

  /** All effective entitlements with their usage. @throws BadUserInput as `check` for an instant. Domain: entitlements-usage Q13, Q16 */
  @UseCase('listCustomerEntitlements', {
    needs: 'entitlements:read',
    opens: 'CUSTOMER',
    asksAbout: (customerId: string) => customerId,
    answers: one(CustomerEntitlements),
    summary: 'List all that the customer may do, with usage.',
  })
  async list(
    customerId: string,
    { resourceId: id, at }: ListEntitlementsQuery,
  ): Promise<CustomerEntitlements> {
    const resourceId = id ?? null;
    if (at === undefined) return this.effectiveEntitlements(customerId, resourceId);
    const { facts, answers } = await this.instants.answers({ customerId, resourceId }, at);
    return entitlementsOf(facts, answers, at);
  }

  @Within()
  async effectiveEntitlements(customerId: string, resourceId: string | null): Promise<CustomerEntitlements> {
    const { facts, at } = await asOfReading(this.clock, this.due, (instant) =>
      this.facts.ofCustomer({ customerId, resourceId }, instant),
    );
    const named = facts.filter(({ feature }) => feature !== null);
    const answers = [];
    // One after the other: within a unit of work they share a connection.
    for (const each of named) answers.push(await this.questions.answer(each, { resource: false }, at));
    return entitlementsOf(facts, answers, at, await this.credits.list(customerId, resourceId));
  }

  /** As a check that names no usage would answer, with all that it was decided on. */
  @Within()
  async answerTo(question: Question): Promise<FeatureAnswer> {
    const read = await asOfReading(this.clock, this.due, async (instant) => [
      await this.facts.of(question, instant),
    ]);
    const [facts] = read.facts as [StoredFacts];
    return this.questions.answer(facts, { resource: question.resourceId !== null }, read.at);
  }

  /** What is in force for each question, for a report that must know where to count. */
  @Within()
  async inForceFor(questions: readonly Question[]): Promise<FeatureInForce[]> {
    const { facts, at } = await asOfReading(this.clock, this.due, (instant) =>
      this.facts.withoutUsage(questions, instant),
    );
    return facts.map((each) => this.questions.inForce(each, at));
  }

  /** Whose sources will be declared in this turn: asked for together. */
  @Within()
  holdLevels(levels: readonly SourceLevel[]): Promise<void> {
    return this.sources.hold(levels);
  }

  /** Replaces what a source grants, in the transaction of its change: the next check sees it. Domain: entitlements-usage G9 */
  @Within()
  declare(source: DeclaredSource): Promise<void> {
    return this.sources.declare(source, this.answers);
  }

  /** The customer's own level is another one though no source of it is, as one has ended by itself. Domain: entitlements-usage G9 */
  @Within()
  retell({ customerUid, customerId }: Pick<ToldLevel, 'customerUid' | 'customerId'>): Promise<void> {
    return this.sources.retell({ customerUid, customerId, resourceKey: '', resourceId: null }, this.answers);
  }

  @Follows(customerArchived)
  @Follows(customerUnarchived)
  async retellAll({ customer }: typeof customerArchived.facts): Promise<void> {
    await this.retell({ customerUid: customer.uid, customerId: customer.id });
  }
}

/** @param facts of one customer @param answers of the features that it has */
function entitlementsOf(
  [first]: readonly StoredFacts[],
  answers: readonly FeatureAnswer[],
  at: Date,
  credits: readonly CustomerEntitlementCredit[] = [],
): CustomerEntitlements {
  if (!first || first.customerUid === null)
    return { accessDeniedReason: 'CustomerNotFound', entitlements: [] };
  if (first.isArchived) return { accessDeniedReason: 'CustomerIsArchived', entitlements: [] };
  const entitlements = answers.filter(({ entitlement }) => entitlement !== undefined);
  const hasSource =
    entitlements.length > 0 || first.scopes.some((s) => s.subscriptions.some((life) => isLiveAt(life, at)));
  return {
    accessDeniedReason: hasSource ? null : 'NoActiveSubscription',
    entitlements: [...entitlements.map((answer) => CustomerEntitlementFeature.from(answer)), ...credits],
  };
}
