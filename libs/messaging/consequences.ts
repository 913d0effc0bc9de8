import { Injectable } from '@nestjs/common';

type Follower<F> = (facts: F) => Promise<void>;

/**
 * What must also become true, in the same transaction, when a lower module's noun changes: an archived customer's
 * subscriptions end with it. The owner announces, upper modules follow, and a follower's failure undoes the change.
 */
@Injectable()
export class Consequences {
  private readonly followers = new Map<string, Follower<never>[]>();

  register<F>(change: Change<F>, follower: Follower<F>): void {
    this.followers.set(change.name, [...(this.followers.get(change.name) ?? []), follower]);
  }

  async announce<F>(change: Change<F>, facts: F): Promise<void> {
    for (const follower of this.followers.get(change.name) ?? []) await (follower as Follower<F>)(facts);
  }
}

/** A typed announcement, exported by the module that makes it. */
export class Change<F> {
  declare readonly facts: F;
  constructor(readonly name: string) {}
}
