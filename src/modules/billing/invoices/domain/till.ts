import type { Invoice, InvoiceCollection } from './invoice';

/**
 * Where the document of a purchase is paid as it is sent. What is made away from a till is collected later, by the clock.
 * Domain: customers-subscriptions V9, Z4; ADR-0095
 */
export interface Till {
  /** Is what is made here to wait, because its payment is on its way? */
  readonly isAwaited: boolean;
  /** What its payment has come to; null where nobody was asked. */
  readonly collection: InvoiceCollection | null;
  /** Where who pays must do something for that. */
  readonly actionUrl: string | null;
  /** By which it is paid; null where nothing is in hand. */
  readonly paymentUid: string | null;
  /** As of when it was asked for first, where it is carried out as of then. */
  readonly heldAt: Date | null;
  /** What was made there. */
  note(reference: string): void;
  /**
   * Something is due of a document that is sent.
   * @param at when it is sent
   * @returns whether it is paid with that
   * @throws where nothing is in hand: then all of it is undone
   */
  take(invoice: Invoice, at: Date): boolean;
}
