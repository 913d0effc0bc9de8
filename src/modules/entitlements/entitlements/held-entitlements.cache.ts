import { Injectable } from '@nestjs/common';
import type { Change, Follower } from '#libs/changes/change';
import { ChangeFeed } from '#libs/changes/change-feed';
import { BoundedMap } from '#libs/kernel/bounded-map';
import { Metrics } from '#libs/telemetry/metrics';
import { CountedUsage, never, storedRule, type Counter } from '#modules/entitlements/metering';
import { CountedEvents, type MeteredUsage } from '#modules/entitlements/meters';
import type { CounterFacts } from './domain/known-usage';
import { HeldCustomer, usageKeyOf } from './held-customer.record';
import { HeldCustomers } from './held-customers.cache';
import { HeldFeatures } from './held-features.cache';
import type { HeldLevel } from './held-level.record';
import type { GrantFacts, Question, ReadFacts, StoredFacts, WhoAsked } from './stored-facts.record';

/** Longer than a group's answer may be on its way while a poll tells of it already. */
const rememberedGroups = 20_000;

/** A read that is out: what changes meanwhile it may not have seen. */
export interface Load {
  readonly changed: Set<string>;
  areFeaturesChanged: boolean;
  isLost: boolean;
}

/**
 * What customers may do and have used, in memory: facts only, so that every answer is computed at the instant of its question. It is
 * right as of the change feed's last poll; whoever answers from it asks the feed first whether that will do. Nobody tells it what to forget
 * but the feed. ADR-0054
 */
@Injectable()
export class HeldEntitlements implements Follower {
  private readonly customers = new HeldCustomers();
  private readonly features = new HeldFeatures();
  private readonly loads = new Set<Load>();
  /** Groups of this process: held already, or seen by a poll before their answer had come. */
  private readonly groups = new BoundedMap<string, 'held' | 'passed'>(rememberedGroups);

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
    metrics.setHeldGauges(() => ({ customers: this.customers.size, bytes: this.customers.bytes }));
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

  /** Before a read, whose facts `keep` is told. */
  beginLoad(): Load {
    const load: Load = { changed: new Set(), areFeaturesChanged: false, isLost: false };
    this.loads.add(load);
    return load;
  }

  endLoad(load: Load): void {
    this.loads.delete(load);
  }

  /** From now on, if nothing of it has changed since the read began. */
  keep(environmentId: string, load: Load, read: ReadFacts): void {
    const { uid, resource, features } = read;
    if (load.isLost) return;
    if (!load.areFeaturesChanged)
      for (const { feature } of features) this.features.put(environmentId, feature);
    if (load.changed.has(uid)) return;
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
    for (const { environmentId, subjects, revision } of changes) {
      if (revision !== null && this.isHeld(revision)) continue;
      if (subjects === null) {
        this.features.drop(environmentId);
        for (const load of this.loads) load.areFeaturesChanged = true;
      }
      if (subjects?.length === 0) this.forgetAll(environmentId);
      for (const uid of subjects ?? []) this.forget(environmentId, uid);
    }
  }

  lost(): void {
    this.customers.clear();
    this.features.clear();
    for (const load of this.loads) load.isLost = true;
  }

  /** What this process has counted is held before it is acknowledged: nobody waits for a poll. */
  private counted<C extends Pick<Counter, 'key'>>(
    environmentId: string,
    revision: string,
    counters: readonly C[],
    hold: (level: HeldLevel, counter: C) => void,
  ): void {
    const isPassed = this.groups.get(revision) === 'passed';
    this.groups.set(revision, 'held');
    for (const counter of counters) {
      const { customerUid, resourceKey } = counter.key;
      for (const load of this.loads) load.changed.add(customerUid);
      // Somebody may have written after it: a poll has told of both, and what is held now is newer.
      if (isPassed) this.forget(environmentId, customerUid);
      else
        this.customers.change(environmentId, customerUid, (customer) => {
          const level = customer.levelOf(resourceKey);
          if (level) hold(level, counter);
        });
    }
  }

  private isHeld(revision: string): boolean {
    if (this.groups.get(revision) === 'held') return true;
    this.groups.set(revision, 'passed');
    return false;
  }

  private forgetAll(environmentId: string): void {
    this.customers.dropAll(environmentId);
    for (const load of this.loads) load.isLost = true;
  }

  private forget(environmentId: string, uid: string): void {
    this.customers.drop(environmentId, uid);
    for (const load of this.loads) load.changed.add(uid);
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
