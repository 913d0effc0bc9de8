import { Injectable } from '@nestjs/common';
import type { Change, Follower } from '#libs/changes/change';
import { ChangeFeed } from '#libs/changes/change-feed';
import { HeldCustomers, shareOfHeap } from '#libs/changes/held-customers';
import type { Load, Loads } from '#libs/changes/loads';
import { OwnGroups } from '#libs/changes/own-groups';
import { Metrics } from '#libs/telemetry/metrics';
import type { CountedWindow } from './budget-in-force.record';
import { ChainsOfCustomer } from './chains-of-customer.record';
import { CountedBudgets, type BudgetGroup } from './counted-budgets.service';
import type { Chains } from './domain/governance-chain';
import type { ReadChains } from './governance-chains.reader';

/** Under which triggers note what changes of entities and their budgets. */
const governanceTopic = 'governance';

/** No chain depends on usage and wallets. What takes the id of something that was archived is noted of nobody by name. */
const isAboutChains = ({ topic, revision, subjects }: Change): boolean => {
  if (topic === null) return revision === null;
  return topic === governanceTopic || subjects?.length === 0;
};

/**
 * The budgets that checks are held against, in memory: facts only, as of the change feed's last poll; who answers from it asks the feed first
 * whether that will do. What this process has counted itself is held before it is acknowledged. ADR-0136
 */
@Injectable()
export class HeldChains implements Follower {
  private readonly customers = new HeldCustomers<ChainsOfCustomer>(shareOfHeap(1 / 16));
  private readonly groups = new OwnGroups();

  constructor(feed: ChangeFeed, counted: CountedBudgets, metrics: Metrics) {
    feed.follow(this);
    counted.follow((group) => this.counted(group));
    const { customers } = this;
    metrics.memory.setGauges('budgets', () => ({ customers: customers.size, bytes: customers.bytes }));
  }

  /** Reads whose chains `keep` is told. */
  get loads(): Loads {
    return this.customers.loads;
  }

  find(environmentId: string, customerId: string, question: string, at: Date): Chains | undefined {
    return this.customers.find(environmentId, customerId)?.find(question, at);
  }

  /** From now on, if nothing of the customer has changed since the read began. @param at of the reading */
  keep(
    environmentId: string,
    load: Load,
    { customerId, question, at }: { customerId: string; question: string; at: Date },
    { customerUid, chains }: ReadChains,
  ): void {
    if (customerUid === null || !load.isTrueOf(customerUid)) return;
    if (!this.customers.findByUid(environmentId, customerUid))
      this.customers.put(environmentId, new ChainsOfCustomer(customerId, customerUid));
    this.customers.change(environmentId, customerUid, (customer) => customer.learn(question, chains, at));
  }

  changed(changes: readonly Change[]): void {
    for (const change of changes) {
      const { environmentId, subjects, revision } = change;
      if (!isAboutChains(change) || this.groups.isHeld(revision)) continue;
      this.customers.dropEach(environmentId, subjects ?? []);
    }
  }

  lost(): void {
    this.customers.clear();
  }

  private counted({ environmentId, revision, windows }: BudgetGroup): void {
    const isHeld = this.groups.hold(revision);
    for (const ofOne of byBudget(windows)) {
      const [{ uid, customerUid }] = ofOne;
      this.customers.follow(environmentId, customerUid, isHeld, (customer) => customer.count(uid, ofOne));
    }
  }
}

type OfOne = [CountedWindow, ...CountedWindow[]];

function byBudget(windows: readonly CountedWindow[]): OfOne[] {
  const groups: OfOne[] = [];
  for (const window of windows) {
    const last = groups.at(-1);
    if (last?.[0].uid === window.uid) last.push(window);
    else groups.push([window]);
  }
  return groups;
}
