import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { addMs, earliest } from '#libs/kernel/period';
import { Within } from '#libs/use-cases/use-case';
import { spendId, usageWindow, type CountedSpan, type CounterKey } from '#modules/entitlements/metering';
import { MetersService, type MeterOfFeature } from '#modules/entitlements/meters';
import {
  DueSources,
  SourceHistory,
  type KnownFacts,
  type KnownFeature,
} from '#modules/entitlements/source-history';
import { asOfReading } from './as-of.reader';
import type { FeatureAnswer, FeatureFacts } from './domain/feature-answer';
import { rulesOverTime, type RuleSince } from './domain/rules-over-time';
import { rankedSources, type RankedSource } from './domain/source-ranking';
import { EntitlementFacts } from './entitlement-facts.service';
import { FeatureQuestion, sourcesOf, type Asked, type Usage } from './feature-question.service';
import type { Question, StoredFacts, StoredSpend, WhoAsked } from './stored-facts.record';
import { readSource } from './stored-source.record';
import { ever, UsageUntil } from './usage-until.service';

/** An answer with the sources that it was made of. */
export interface ExplainedAnswer {
  at: Date;
  answer: FeatureAnswer;
  sources: RankedSource[];
}

/** Whose usage an answer is held against, and where it is counted. */
interface Counted {
  facts: StoredFacts;
  window: Usage['window'];
  /** Undefined where nothing is counted. */
  span: CountedSpan | undefined;
}

/** By their id: features of one budget are answered by what was spent of all of them. */
type KnownSpends = Map<string, StoredSpend>;

/**
 * Answers as of an instant: by what was known then of sources, customer and feature, held against all that happened until then. What
 * happens is decided by the same functions as a check. Domain: entitlements-usage Q15, Q16
 */
@Injectable()
export class EntitlementsAt {
  constructor(
    private readonly history: SourceHistory,
    private readonly facts: EntitlementFacts,
    private readonly questions: FeatureQuestion,
    private readonly usage: UsageUntil,
    private readonly meters: MetersService,
    private readonly clock: Clock,
    private readonly due: DueSources,
  ) {}

  /** @throws BadUserInput for an instant of which nothing is known */
  async answer(question: Question, asked: Asked, at: Date): Promise<FeatureAnswer> {
    return (await this.answerOn(question, asked, at)).answer;
  }

  /** @param at by default now, as a check. @throws BadUserInput for an instant of which nothing is known */
  @Within()
  async explained(question: Question, at: Date | undefined): Promise<ExplainedAnswer> {
    const asked = { resource: question.resourceId !== null };
    if (at !== undefined) {
      const { facts, answer } = await this.answerOn(question, asked, at);
      return { at, answer, sources: rankedSources(sourcesOf(facts), at) };
    }
    const read = await asOfReading(this.clock, this.due, async (instant) => [
      await this.facts.fromTables(question, instant),
    ]);
    const [facts] = read.facts as [StoredFacts];
    const answer = await this.questions.answer(facts, asked, read.at);
    return { at: read.at, answer, sources: rankedSources(sourcesOf(facts), read.at) };
  }

  /** On every feature that a source names. @throws BadUserInput for an instant of which nothing is known */
  async answers(whom: WhoAsked, at: Date): Promise<{ facts: StoredFacts[]; answers: FeatureAnswer[] }> {
    const facts = await this.storedFacts(await this.history.factsOfCustomer(whom, at), at);
    const named = facts.filter(({ feature }) => feature !== null);
    return { facts, answers: await this.answered(named, { resource: false }, at) };
  }

  /** By which a counter was cut into windows, as it was known then, until an instant. Domain: entitlements-usage H2 */
  @Within()
  async rulesOf(counter: CounterKey, until: Date): Promise<RuleSince[]> {
    const states = await this.history.statesOf(counter);
    const known = states.map(({ knownFrom, sourceKey, source }) => ({
      knownFrom: new Date(knownFrom),
      sourceKey,
      source: source && readSource(source, counter.resourceKey),
    }));
    return rulesOverTime(known, until);
  }

  private async answerOn(
    question: Question,
    asked: Asked,
    at: Date,
  ): Promise<{ facts: StoredFacts; answer: FeatureAnswer }> {
    const known = await this.history.factsOn(question, question.featureId, at);
    const facts = await this.storedFacts([known], at);
    const [answer] = await this.answered(facts, asked, at);
    return { facts: facts[0] as StoredFacts, answer: answer as FeatureAnswer };
  }

  private async answered(all: readonly StoredFacts[], asked: Asked, at: Date): Promise<FeatureAnswer[]> {
    const counted = all.map((facts): Counted => ({ facts, ...this.countedIn(facts, at) }));
    const usages = await this.usage.of(
      counted.map(({ span, facts }) => span && { ...span, meter: facts.feature?.meter ?? null }),
    );
    const answers: FeatureAnswer[] = [];
    const spends: KnownSpends = new Map();
    for (const [place, { facts, window }] of counted.entries()) {
      const usage = { window, usage: usages[place] ?? 0 };
      answers.push(this.questions.answerWith(usage, await this.withSpend(facts, at, spends), asked, at));
    }
    return answers;
  }

  /** What was spent of the budget in force, by all that happened until then. Domain: customers-subscriptions O3 */
  private async withSpend(facts: StoredFacts, at: Date, known: KnownSpends): Promise<StoredFacts> {
    const { entitlement, customerUid } = this.questions.inForce(facts, at);
    if (!entitlement?.budget || customerUid === null) return facts;
    const { scope: resourceKey, budget } = entitlement;
    const id = spendId({ customerUid, resourceKey, place: budget.place });
    const spend = known.get(id) ?? (await this.usage.ofBudget({ customerUid, resourceKey }, budget, at));
    known.set(id, spend);
    const scopes = facts.scopes.map((each) =>
      each.scope === entitlement.scope ? { ...each, spends: [spend] } : each,
    );
    return { ...facts, scopes };
  }

  /** As the tables tell those of a question now; counters and thresholds are of no answer that is told later. */
  private async storedFacts(known: readonly KnownFacts[], at: Date): Promise<StoredFacts[]> {
    const metered = known.flatMap(({ feature }) => (feature?.hasMeter ? [feature.uid] : []));
    const meters = await this.meters.at(metered, at);
    return known.map(({ feature, scopes, ...whom }) => {
      const own = scopes.map(({ grants, ...scope }) => ({
        ...scope,
        grants: (feature && grants[feature.uid]) ?? null,
      }));
      return { ...whom, feature: feature && featureFacts(feature, meters), scopes: own, counters: [] };
    });
  }

  /** Until the instant, which is within. A level is all that was counted from the first report on. Domain: entitlements-usage A8 */
  private countedIn(facts: StoredFacts, at: Date): Omit<Counted, 'facts'> {
    const { entitlement, feature, customerUid } = this.questions.inForce(facts, at);
    if (!entitlement || !feature || customerUid === null || feature.meterType === 'None')
      return { window: null, span: undefined };
    const { scope: resourceKey, grant, anchor } = entitlement;
    const key = { customerUid, resourceKey, featureUid: feature.uid };
    const after = addMs(at, 1);
    if (feature.meterType === 'FLUCTUATING') return { window: null, span: { key, from: ever, until: after } };
    const window = usageWindow(grant.reset, anchor, at);
    const until = earliest(after, window.end ?? after);
    return { window, span: { key, from: window.start, until } };
  }
}

function featureFacts(
  { hasMeter: _, ...feature }: KnownFeature,
  meters: ReadonlyMap<string, MeterOfFeature>,
): FeatureFacts {
  return { ...feature, meter: meters.get(feature.uid) ?? null, usageThresholds: null };
}
