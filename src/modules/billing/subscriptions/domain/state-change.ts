/** Domain: customers-subscriptions T4, T9 */
export type TrialVerb = 'started' | 'converted' | 'expired' | 'ends_soon';

/** One state after another: what events and the activity log tell. */
export interface StateChange<State> {
  /** Null where its books are kept and nothing is told of it. */
  verb: 'created' | 'updated' | 'canceled' | 'expired_non_recurring' | null;
  /** What became of its trial, told besides. */
  trial?: TrialVerb;
  /** Told ahead of the end of a billing month. Domain: customers-subscriptions B3 */
  billing?: 'month_ends_soon';
  /** Null of a new one. */
  before: State | null;
  after: State;
}

/** Of one that there was before. */
export interface StateUpdate<State> extends StateChange<State> {
  before: State;
}
