import type { Subscription } from './subscription';

/** What a contract knows of a subscription that is on it. */
export type ContractMember = Pick<
  Subscription,
  'uid' | 'id' | 'planUid' | 'productUid' | 'currency' | 'contractUid' | 'isLiveAt'
>;
