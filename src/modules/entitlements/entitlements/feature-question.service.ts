import { Injectable } from '@nestjs/common';
import { soon, type Soon } from '#libs/kernel/soon';
import { Decimal } from '#libs/kernel/decimal';
import { soldUnits } from '#modules/catalog/features';
import { CreditBalances } from '#modules/entitlements/credits';
import {
  deniesAt,
  periodOf,
  usageWindow,
  type FeatureRate,
  type UsageWindow,
} from '#modules/entitlements/metering';
import { decideCheck, type CheckRequest } from './domain/check-decision';
import { lacksCredits, type CreditStanding } from './domain/credit-standing';
import {
  effectiveEntitlement,
  validUntil,
  type EffectiveEntitlement,
  type GrantedEntitlement,
} from './domain/effective-entitlement';
import type { FeatureAnswer, FeatureInForce } from './domain/feature-answer';
import { knownMeterUsage, knownUsage, type CounterFacts } from './domain/known-usage';
import { lifetime, MetersService } from '#modules/entitlements/meters';
import type { EntitlementSource } from './domain/entitlement-source';
import { rateInForce } from './domain/rate-in-force';
import { EntitlementsReader } from './entitlements.reader';
import type { GrantFacts, ScopeFacts, StoredFacts, StoredSpend } from './stored-facts.record';
import { isLiveAt, readSource } from './stored-source.record';

export type Asked = { resource: boolean } & CheckRequest;

export interface Usage {
  window: UsageWindow | null;
  usage: number;
}

/** All that an answer is decided on. */
interface Known {
  facts: StoredFacts;
  sources: EntitlementSource[];
  effective: EffectiveEntitlement;
  usage: Usage;
  /** Absent where usage is not paid in credits. */
  credits?: CreditStanding;
}

/** From stored facts to an answer: pure decisions around the one read that a window may still need. */
@Injectable()
export class FeatureQuestion {
  constructor(
    private readonly reader: EntitlementsReader,
    private readonly meters: MetersService,
    private readonly balances: CreditBalances,
  ) {}

  /** What is in force, whatever was used. */
  inForce(facts: GrantFacts, at: Date): FeatureInForce {
    const { customerUid, isArchived, resourceUid, feature } = facts;
    const entitlement = grantedBy(effectiveEntitlement(sourcesOf(facts), at));
    return { customerUid, isArchived, resourceUid, feature, entitlement };
  }

  answer(facts: StoredFacts, asked: Asked, at: Date): Soon<FeatureAnswer> {
    const sources = sourcesOf(facts);
    const effective = effectiveEntitlement(sources, at);
    const entitlement = grantedBy(effective);
    const used = this.usageOf(facts, entitlement, at);
    const rate = entitlement?.rated && rateInForce(entitlement.rated, at);
    const credits = rate && this.creditsOf(facts, rate);
    return soon(used, (usage) =>
      soon(credits, (standing) =>
        answerOf({ facts, sources, effective, usage, credits: standing }, asked, at),
      ),
    );
  }

  /** The same, held against usage that was asked for elsewhere, and against no credits: what is left is known of now only. */
  answerWith(usage: Usage, facts: StoredFacts, asked: Asked, at: Date): FeatureAnswer {
    const sources = sourcesOf(facts);
    return answerOf({ facts, sources, effective: effectiveEntitlement(sources, at), usage }, asked, at);
  }

  private creditsOf({ customerUid, resourceUid }: StoredFacts, rate: FeatureRate): Soon<CreditStanding> {
    const place = { customerUid: customerUid as string, currencyUid: rate.currencyUid };
    const paying = this.balances.paying({ ...place, resourceKey: resourceUid ?? '' });
    return soon(paying, ({ wallet, until }) => ({ rate, wallet, until }));
  }

  private usageOf(facts: StoredFacts, entitlement: GrantedEntitlement | undefined, at: Date): Soon<Usage> {
    const meterType = facts.feature?.meterType ?? 'None';
    if (!entitlement || meterType === 'None') return { window: null, usage: 0 };
    const { scope, grant, anchor } = entitlement;
    const counter = facts.counters.find((each) => each.scope === scope);
    if (facts.feature?.meter) return this.metered(facts, entitlement, counter, at);
    if (meterType === 'FLUCTUATING') {
      // The running level survives every window. Domain: entitlements-usage A8
      return { window: null, usage: counter?.level ?? 0 };
    }
    const { period, accordingTo } = grant.reset;
    const rule = { period, accordingTo, anchor };
    const window = usageWindow(rule, anchor, at);
    const known = knownUsage(counter, rule, window);
    if ('total' in known) return { window, usage: known.total };
    return this.reader.usageIn(facts, scope, window, known.isKept).then((usage) => ({ window, usage }));
  }

  private metered(
    { customerUid, feature }: StoredFacts,
    { scope, grant, anchor }: GrantedEntitlement,
    counter: CounterFacts | undefined,
    at: Date,
  ): Soon<Usage> {
    const isGauge = feature?.meterType === 'FLUCTUATING';
    const window = isGauge ? lifetime : usageWindow(grant.reset, anchor, at);
    const told = isGauge ? null : window;
    const known = knownMeterUsage(counter, window);
    if (known !== undefined || !feature?.meter) return { window: told, usage: known ?? 0 };
    const key = { customerUid: customerUid as string, resourceKey: scope, featureUid: feature.uid };
    const { uid: meterUid, aggregation } = feature.meter;
    return this.meters
      .usageIn({ key, meterUid, aggregation, window })
      .then((usage) => ({ window: told, usage }));
  }
}

/** All that a question is decided on, live or not. */
export function sourcesOf({ scopes }: GrantFacts): EntitlementSource[] {
  const sources: EntitlementSource[] = [];
  for (const { scope, grants } of scopes) {
    for (const source of grants ?? []) sources.push(readSource(source, scope));
  }
  return sources;
}

const grantedBy = (effective: EffectiveEntitlement): GrantedEntitlement | undefined =>
  effective.status === 'granted' ? effective : undefined;

/** Whole numbers need no decimals while their sum is exact. */
function exactSum(a: number, b: number): number | Decimal {
  const sum = a + b;
  return Number.isInteger(a) && Number.isInteger(b) && Number.isSafeInteger(sum)
    ? sum
    : new Decimal(a).plus(b);
}

/** What was spent of the budget of what is in force; undefined where nothing was. */
function spendOf(
  scopes: readonly ScopeFacts[],
  { scope, budget }: GrantedEntitlement,
): StoredSpend | undefined {
  const own = scopes.find((each) => each.scope === scope)?.spends;
  return own?.find(({ place }) => place === budget?.place);
}

/** Undefined where none are named. Blocks that are begun already are paid. Domain: catalog F6 */
const unitsAsked = ({ requestedUsage }: Asked, sold: (extra: number) => number): Decimal | undefined =>
  requestedUsage === undefined ? undefined : new Decimal(sold(requestedUsage)).minus(sold(0));

const duesOf = (credits: CreditStanding | undefined): (Date | null | undefined)[] =>
  credits ? [credits.until, credits.wallet?.nextDue, credits.wallet?.sourceDue] : [];

const latestOf = (instants: number[]): Date | undefined =>
  instants.length > 0 ? new Date(Math.max(...instants)) : undefined;

function answerOf(
  { facts, sources, effective, usage: { window, usage }, credits }: Known,
  asked: Asked,
  at: Date,
): FeatureAnswer {
  const { customerUid, isArchived, resourceUid, feature, scopes } = facts;
  const budget = effective.status === 'granted' ? effective.budget : undefined;
  const sold = (extra: number) => soldUnits(exactSum(usage, extra), feature?.unitTransformation ?? null);
  const decision = decideCheck({
    customer: customerUid === null ? 'missing' : isArchived ? 'archived' : 'present',
    resource: asked.resource ? (resourceUid === null ? 'missing' : 'present') : 'none',
    feature,
    hasLiveSubscription: scopes.some((scope) => scope.subscriptions.some((life) => isLiveAt(life, at))),
    entitlement: effective,
    usageWith: sold,
    request: asked,
    lacksCredits: credits && lacksCredits(credits, unitsAsked(asked, sold)),
    isBudgetSpent: budget ? deniesAt(budget, spendOf(scopes, effective as GrantedEntitlement), at) : false,
  });
  const isCounted = feature !== null && feature.meterType !== 'None';
  return {
    isGranted: decision.isGranted,
    accessDeniedReason: decision.accessDeniedReason,
    customerUid,
    isArchived,
    resourceUid,
    feature,
    entitlement: grantedBy(effective),
    window,
    currentUsage: isCounted ? sold(0) : undefined,
    reportedUsage: usage,
    credits,
    entitlementUpdatedAt: latestOf(scopes.map(({ updatedAt }) => updatedAt)),
    validUntil: validUntil(sources, window, at, {
      levels: scopes,
      others: [budget && periodOf(budget, at).end, ...duesOf(credits)],
    }),
  };
}
