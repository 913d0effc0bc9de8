import type { PaymentMethod } from './payment-provider';

/** A page on which somebody pays, and where it leads afterwards. */
export interface PurchasePage {
  successUrl: string;
  cancelUrl: string;
  /** ISO 8601. */
  expiresAt: string;
  /** By what it was paid, once it was: it can be used again. */
  paidBy?: PaymentMethod;
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
  /** As it came. */
  asked: object;
  /** What it is about: the name of what is to be made, or is changed. */
  reference: string;
  /** ISO 8601: when it was asked for. */
  askedAt: string;
  /** Where it is declined, it may be paid on a page. */
  isOffered?: true;
  /** Where it is paid on one. */
  page?: PurchasePage;
  /** On what it waits, once that is known to wait. */
  waitsOn?: string;
  /** The name of what was made of it. */
  made?: string | undefined;
}
