/** A page on which somebody pays, and where it leads afterwards. */
export interface PurchasePage {
  successUrl: string;
  cancelUrl: string;
  /** ISO 8601. */
  expiresAt: string;
  /** By the provider; absent until it has made one. */
  ref?: string;
  url?: string;
}

/**
 * What somebody asked for, kept until it is paid. It lies in JSON: instants are texts.
 * Domain: customers-subscriptions V9, D8; ADR-0095
 */
export interface Purchase {
  /** Whose matter it is: who carries it out knows it by this name. */
  kind: string;
  request: object;
  /** ISO 8601: when it was asked for. */
  askedAt: string;
  /** Where it is paid on one. */
  page?: PurchasePage;
  /** What waits for it is known to wait. */
  isWaiting?: true;
  /** The name of what was made of it. */
  made?: string | undefined;
}
