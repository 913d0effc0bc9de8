import type { EnvironmentType } from '#libs/kernel/environment-type';

/** An island of its own: data, keys and receivers of events. Domain: access-and-events A8 */
export interface Environment {
  id: string;
  /** Unique in its account. */
  name: string;
  type: EnvironmentType;
  createdAt: Date;
}

/** As an administrator sees it, beside those of all accounts. */
export interface EnvironmentOfAccount extends Environment {
  /** Name of the account that owns it. */
  account: string;
}
