import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { soon, type Soon } from '#libs/kernel/soon';
import { badInput, notBuilt } from '#libs/kernel/errors/domain-error';
import { DueSources, SourceHistory } from '#modules/entitlements/source-history';
import { asOfReading } from './as-of.reader';
import type { FeatureAnswer, FeatureInForce } from './domain/feature-answer';
import type { EntitlementSource } from './domain/entitlement-source';
import type { ResolvedFeature } from './domain/subscription-resolution';
import { FeatureQuestion } from './feature-question.service';
import type { CheckEntitlementQuery, ListEntitlementsQuery } from './entitlements.inputs';
import { EntitlementFacts } from './entitlement-facts.service';
import type { Question, StoredFacts } from './stored-facts.record';
import { EntitlementsAt } from './entitlements-at.service';
import { SourceBudgets, type DeclaredBudget } from './source-budgets.service';
import { CustomerEntitlementFeature, CustomerEntitlements } from './entitlements.views';
import { isLiveAt, storedSource } from './stored-source.record';

/** One source of grants as its owner (a subscription, a promotion) declares it. */
export interface DeclaredSource extends Pick<
  EntitlementSource,
  'sourceKind' | 'sourceKey' | 'from' | 'until'
> {
  customerUid: string;
  /** Key of the resource, '' for the customer's own level. */
  resourceKey: string;
  /** When time next brings something about that its owner carries out: no answer is given past it before (`sourceDue`). */
  dueAt?: Date | null;
  /** By feature uid. */
  features: ReadonlyMap<string, ResolvedFeature>;
  /** Against which usage of what it prices is held. */
  budget?: DeclaredBudget;
}

@Injectable()
export class EntitlementsService {
  constructor(
    private readonly facts: EntitlementFacts,
    private readonly questions: FeatureQuestion,
    private readonly instants: EntitlementsAt,
    private readonly history: SourceHistory,
    private readonly due: DueSources,
    private readonly budgets: SourceBudgets,
    private readonly clock: Clock,
  ) {}

  /**
   * May this customer do this, now? Always an answer, also for unknown customers; it changes and reserves nothing.
   * Domain: entitlements-usage Q1–Q7.
   * @throws BadUserInput without exactly one of featureId and currencyId, UnsupportedParameter for currencyId; BadUserInput for an
   *   instant of which nothing is known
   */
  @UseCase('checkCustomerEntitlement', {
    needs: 'entitlements:read',
    answers: one(CustomerEntitlementFeature),
    summary: 'May this customer do this, now?',
  })
  check(customerId: string, query: CheckEntitlementQuery): Soon<CustomerEntitlementFeature> {
    const { currencyId, featureId, requestedUsage, requestedValues, resourceId = null, at } = query;
    if (featureId !== undefined && currencyId !== undefined)
      throw badInput('featureId and currencyId exclude each other');
    if (currencyId !== undefined)
      throw notBuilt('currencyId', 'the check of a credit balance', 'send featureId instead');
    if (featureId === undefined) throw badInput('featureId is required');
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
    return entitlementsOf(facts, answers, at);
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
  holdLevels(levels: readonly Pick<DeclaredSource, 'customerUid' | 'resourceKey'>[]): Promise<void> {
    return this.history.holdLevels(levels);
  }

  /** Replaces what a source grants, in the transaction of its change: the next check sees it. Domain: entitlements-usage G9 */
  @Within()
  async declare(source: DeclaredSource): Promise<void> {
    const { customerUid, resourceKey, sourceKey, from, until, dueAt } = source;
    const now = this.clock.now();
    const budget = source.budget && (await this.budgets.declare(source, source.budget, now));
    const priced = new Set(budget?.features.map(({ uid }) => uid));
    const isOther = (stored: { key: string; until: number | null }) =>
      stored.key !== sourceKey && (stored.until === null || stored.until > now.getTime());
    await this.history.declare(customerUid, resourceKey, now, ({ subscriptions, grants }) => {
      const kept = Object.entries(grants).map(([uid, sources]) => [uid, sources.filter(isOther)] as const);
      const byFeature = new Map(kept.filter(([, sources]) => sources.length > 0));
      for (const [uid, { anchor, ...grant }] of source.features) {
        const own = { ...source, scope: resourceKey, budget: priced.has(uid) ? budget : undefined };
        const stored = storedSource({ ...own, anchor, grant });
        byFeature.set(uid, [...(byFeature.get(uid) ?? []), stored]);
      }
      const lives = subscriptions.filter(isOther);
      const life = {
        ...{ key: sourceKey, from: from.getTime(), until: until?.getTime() ?? null },
        ...(dueAt && { due: dueAt.getTime() }),
      };
      const isSubscription = source.sourceKind === 'SUBSCRIPTION';
      return {
        subscriptions: isSubscription ? [...lives, life] : lives,
        grants: Object.fromEntries(byFeature),
      };
    });
    if (!budget) await this.budgets.withdraw(source, now);
  }
}

/** @param facts of one customer @param answers of the features that it has */
function entitlementsOf(
  [first]: readonly StoredFacts[],
  answers: readonly FeatureAnswer[],
  at: Date,
): CustomerEntitlements {
  if (!first || first.customerUid === null)
    return { accessDeniedReason: 'CustomerNotFound', entitlements: [] };
  if (first.isArchived) return { accessDeniedReason: 'CustomerIsArchived', entitlements: [] };
  const entitlements = answers.filter(({ entitlement }) => entitlement !== undefined);
  const hasSource =
    entitlements.length > 0 || first.scopes.some((s) => s.subscriptions.some((life) => isLiveAt(life, at)));
  return {
    accessDeniedReason: hasSource ? null : 'NoActiveSubscription',
    entitlements: entitlements.map((answer) => CustomerEntitlementFeature.from(answer)),
  };
}
