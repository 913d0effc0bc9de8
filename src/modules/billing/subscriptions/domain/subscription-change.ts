import type { SubscriptionChange } from './subscription';

/** Does it entitle to anything else, or from or until another instant, than before? */
export const grantsOtherwise = ({ before, after }: SubscriptionChange): boolean =>
  before === null ||
  before.packages !== after.packages ||
  before.overrides !== after.overrides ||
  before.usageAnchor !== after.usageAnchor ||
  before.resourceKey !== after.resourceKey ||
  before.dueAt !== after.dueAt ||
  before.grantsUntil !== after.grantsUntil;
