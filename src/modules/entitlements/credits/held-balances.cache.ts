import { Injectable } from '@nestjs/common';
import type { Change, Follower } from '#libs/changes/change';
import { ChangeFeed } from '#libs/changes/change-feed';
import { HeldCustomers, shareOfHeap } from '#libs/changes/held-customers';
import type { Load, Loads } from '#libs/changes/loads';
import { OwnGroups } from '#libs/changes/own-groups';
import { Metrics } from '#libs/telemetry/metrics';
import type { ReadBalance, ReadBalances } from './credit-balances.reader';
import { HeldPurse } from './held-purse.record';
import { MovedWallets, type MovedGroup } from './moved-wallets.service';

/** Under which triggers note what changes of wallets. */
const walletsTopic = 'credits';

/** Which customer, as a question names it. */
export type Holder = { id: string } | { uid: string };

/** Of usage and of what the customers of an environment share no balance depends. */
const isAboutWallets = ({ topic, revision, subjects }: Change): boolean =>
  topic === null ? revision === null && subjects !== null : topic === walletsTopic;

/**
 * What is in the wallets of customers, in memory: facts only, as of the change feed's last poll; who answers from it asks the feed first
 * whether that will do. What this process has moved itself is held before it is acknowledged. ADR-0107
 */
@Injectable()
export class HeldBalances implements Follower {
  private readonly purses = new HeldCustomers<HeldPurse>(shareOfHeap(1 / 8));
  private readonly groups = new OwnGroups();

  constructor(feed: ChangeFeed, moved: MovedWallets, metrics: Metrics) {
    feed.follow(this);
    moved.follow((told) => {
      const { environmentId } = told;
      if ('wallets' in told) this.moved(told);
      else this.purses.dropEach(environmentId, told.customerUids);
    });
    const { purses } = this;
    metrics.memory.setGauges('balances', () => ({ customers: purses.size, bytes: purses.bytes }));
  }

  /** Reads whose facts `keep` is told. */
  get loads(): Loads {
    return this.purses.loads;
  }

  find(environmentId: string, holder: Holder, question: string, now: Date): ReadBalance[] | undefined {
    const purse =
      'id' in holder
        ? this.purses.find(environmentId, holder.id)
        : this.purses.findByUid(environmentId, holder.uid);
    return purse?.find(question, now);
  }

  /** From now on, if nothing of it has changed since the read began. */
  keep(environmentId: string, load: Load, question: string, read: ReadBalances): void {
    const { customerId, customerUid } = read;
    if (customerId === null || customerUid === null || !load.isTrueOf(customerUid)) return;
    if (!this.purses.findByUid(environmentId, customerUid))
      this.purses.put(environmentId, new HeldPurse(customerId, customerUid));
    this.purses.change(environmentId, customerUid, (purse) => purse.learn(question, read));
  }

  changed(changes: readonly Change[]): void {
    for (const change of changes) {
      const { environmentId, subjects, revision } = change;
      if (!isAboutWallets(change) || this.groups.isHeld(revision)) continue;
      if (subjects) this.purses.dropEach(environmentId, subjects);
    }
  }

  lost(): void {
    this.purses.clear();
  }

  private moved({ environmentId, revision, wallets }: MovedGroup): void {
    const isHeld = this.groups.hold(revision);
    for (const wallet of wallets)
      this.purses.follow(environmentId, wallet.customerUid, isHeld, (purse) => purse.move(wallet));
  }
}
