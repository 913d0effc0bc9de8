import { Injectable } from '@nestjs/common';
import type { Change, Follower } from '#libs/changes/change';
import { ChangeFeed } from '#libs/changes/change-feed';
import { HeldCustomers, shareOfHeap } from '#libs/changes/held-customers';
import type { Load, Loads } from '#libs/changes/loads';
import { OwnGroups } from '#libs/changes/own-groups';
import { Metrics } from '#libs/telemetry/metrics';
import { CountedUsage, never, storedRule, type Counter } from '#modules/entitlements/metering';
import { CountedEvents, type MeteredUsage } from '#modules/entitlements/meters';
import type { CounterFacts } from './domain/known-usage';
import { HeldCustomer, usageKeyOf } from './held-customer.record';
import { HeldFeatures } from './held-features.cache';
import type { HeldLevel } from './held-level.record';
import type { GrantFacts, Question, ReadFacts, StoredFacts, WhoAsked } from './stored-facts.record';

/** What loads are told of all features together; no customer has this key. */
const allFeatures = 'features';

/**
 * What customers may do and have used, in memory: facts only, so that every answer is computed at the instant of its question. It is
 * right as of the change feed's last poll; whoever answers from it asks the feed first whether that will do. Nobody tells it what to forget
 * but the feed. ADR-0054
 */
@Injectable()
export class HeldEntitlements implements Follower {
  private readonly customers = new HeldCustomers<HeldCustomer>(shareOfHeap(1 / 4));
  private readonly features = new HeldFeatures();
  private readonly groups = new OwnGroups();

  constructor(feed: ChangeFeed, counted: CountedUsage, events: CountedEvents, metrics: Metrics) {
    feed.follow(this);
    counted.follow(({ environmentId, revision, counters, spends = [] }) => {
      this.counted(environmentId, revision, counters, (level, counter) =>
        level.count(counter.key.featureUid, factsOf(counter)),
      );
      for (const { key, start, used } of spends) {
        const { customerUid, resourceKey, place } = key;
        this.customers.change(environmentId, customerUid, (customer) =>
          customer.levelOf(resourceKey)?.spend({ place, start, used }),
        );
      }
    });
    events.follow(({ environmentId, revision, counters }) => {
      this.counted(environmentId, revision, counters, (level, counter) =>
        level.learn(counter.meterUid, meteredFactsOf(counter)),
      );
    });
    const { customers } = this;
    metrics.memory.setGauges('entitlements', () => ({ customers: customers.size, bytes: customers.bytes }));
  }

  /** Reads whose facts `keep` is told. */
  get loads(): Loads {
    return this.customers.loads;
  }

  /** Undefined where something of it is not held, or does not exist. */
  factsOn(environmentId: string, { customerId, featureId, resourceId }: Question): StoredFacts | undefined {
    const feature = this.features.find(environmentId, featureId);
    return feature && this.customers.find(environmentId, customerId)?.factsOn(feature, resourceId);
  }

  /** The same for who does not ask about usage; nothing where one answer lacks. */
  grantsOnAll(environmentId: string, questions: readonly Question[]): GrantFacts[] | undefined {
    const answers: GrantFacts[] = [];
    for (const question of questions) {
      const answer = this.grantsOn(environmentId, question);
      if (!answer) return undefined;
      answers.push(answer);
    }
    return answers;
  }

  grantsOn(environmentId: string, { customerId, featureId, resourceId }: Question): GrantFacts | undefined {
    const feature = this.features.find(environmentId, featureId);
    return feature && this.customers.find(environmentId, customerId)?.grantsOn(feature, resourceId);
  }

  /** On every feature that a source names; without a feature where none does. */
  allOf(environmentId: string, { customerId, resourceId }: WhoAsked): StoredFacts[] | undefined {
    const customer = this.customers.find(environmentId, customerId);
    const named = customer?.featuresOf(resourceId);
    if (!customer || !named) return undefined;
    const features = named.map((uid) => this.features.findByUid(environmentId, uid));
    const facts = features.map((feature) => feature && customer.factsOn(feature, resourceId));
    if (!facts.every((each) => each !== undefined)) return undefined;
    if (facts.length > 0) return facts;
    const grants = customer.grantsOn(null, resourceId);
    return grants && [{ ...grants, counters: [] }];
  }

  /** From now on, if nothing of it has changed since the read began. */
  keep(environmentId: string, load: Load, read: ReadFacts): void {
    const { uid, resource, features } = read;
    if (load.isTrueOf(allFeatures))
      for (const { feature } of features) this.features.put(environmentId, feature);
    if (!load.isTrueOf(uid)) return;
    const held = new HeldCustomer(read);
    const before = this.customers.findByUid(environmentId, uid);
    if (before) held.takeOver(before);
    held.holdResource(read);
    const levels = resource ? ['', resource.uid] : [''];
    for (const { feature, counters } of features) {
      if (!counters) continue;
      for (const level of levels) {
        const counter = counters.find(({ scope }) => scope === level);
        held.levelOf(level)?.learn(usageKeyOf(feature), counter);
      }
    }
    this.customers.put(environmentId, held);
  }

  changed(changes: readonly Change[]): void {
    for (const { environmentId, subjects, revision, topic } of changes) {
      if (topic !== null || this.groups.isHeld(revision)) continue;
      if (subjects === null) {
        this.features.drop(environmentId);
        this.loads.changed(allFeatures);
      } else this.customers.dropEach(environmentId, subjects);
    }
  }

  lost(): void {
    this.customers.clear();
    this.features.clear();
  }

  /** What this process has counted is held before it is acknowledged: nobody waits for a poll. */
  private counted<C extends Pick<Counter, 'key'>>(
    environmentId: string,
    revision: string,
    counters: readonly C[],
    hold: (level: HeldLevel, counter: C) => void,
  ): void {
    const isHeld = this.groups.hold(revision);
    for (const counter of counters) {
      const { customerUid, resourceKey } = counter.key;
      this.customers.follow(environmentId, customerUid, isHeld, (customer) => {
        const level = customer.levelOf(resourceKey);
        if (level) hold(level, counter);
        return true;
      });
    }
  }
}

/** In the window that is in force. */
const meteredFactsOf = ({ key, window, total, lastEventAt }: MeteredUsage): CounterFacts => ({
  scope: key.resourceKey,
  level: 0,
  lastEventAt: lastEventAt.getTime(),
  rules: [],
  windows: [{ start: window.start.getTime(), end: (window.end ?? never).getTime(), total }],
});

/** With the windows that were counted into. */
const factsOf = ({ key, level, lastEventAt, rules, totals }: Counter): CounterFacts => ({
  scope: key.resourceKey,
  level,
  lastEventAt: lastEventAt?.getTime() ?? null,
  rules: rules.map(storedRule),
  windows: [...totals.values()]
    .filter(({ isCounted }) => isCounted)
    .map(({ window: { start, end }, total }) => ({
      start: start.getTime(),
      end: (end ?? never).getTime(),
      total,
    })),
});
