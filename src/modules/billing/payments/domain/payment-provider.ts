import type { CurrencyCode } from '#libs/business/values/currency';
import type { Decimal } from '#libs/kernel/decimal';
import type { KeptPaymentMethod } from '#modules/customers/customers';

/** Who pays, as the provider is told of them. */
export interface Payer {
  uid: string;
  id: string;
  environmentId: string;
  name: string | null;
  email: string | null;
}

/** How somebody pays: the provider's reference and masked digits, never more. Domain: customers-subscriptions U8 */
export type PaymentMethod = Omit<KeptPaymentMethod, 'integrationId'>;

/** One attempt to collect. */
export interface ChargeOrder {
  /** Of this attempt, the same however often it is told: it moves money once. */
  key: string;
  /** When it was told first, where that may have happened: a provider forgets keys after a day, and is asked for what became of it instead. */
  toldAt: Date | null;
  /** Whole units, rounded to those that the currency has; above zero. */
  amount: Decimal;
  currency: CurrencyCode;
  customerRef: string;
  methodRef: string;
  /** Is somebody there who could act? */
  isAttended: boolean;
  /** Shown to who pays. */
  description: string;
  about: PaymentReference;
}

/** What the provider tells back with each notice. */
export interface PaymentReference {
  environmentId: string;
  paymentUid: string;
}

/** What became of money that was asked for. */
export type PaymentOutcome =
  | { state: 'SUCCEEDED'; ref: string; method?: PaymentMethod }
  /** It will come, or not; the provider tells later. */
  | { state: 'PROCESSING'; ref: string }
  /** Who pays must do something, at this address where the provider has one. */
  | { state: 'ACTION_REQUIRED'; ref: string; actionUrl: string | null }
  /** @property isHard no other attempt with this method can succeed */
  | { state: 'FAILED'; ref: string | null; reason: string; isHard: boolean }
  /** Without a name where it was never asked for. */
  | { state: 'CANCELED'; ref: string | null };

/** A page of the provider on which somebody pays once, by a method that can be used again. */
export interface CheckoutOrder {
  key: string;
  amount: Decimal;
  currency: CurrencyCode;
  customerRef: string;
  description: string;
  /** Where the payer is led afterwards. */
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
  about: PaymentReference;
}

export interface Checkout {
  ref: string;
  url: string;
}

/** What became of a page. */
export type CheckoutOutcome =
  | { state: 'OPEN' }
  /** Paid, or being paid: `payment` says which. */
  | { state: 'COMPLETE'; payment: PaymentOutcome }
  | { state: 'EXPIRED' };

export interface RefundOrder {
  key: string;
  paymentRef: string;
  amount: Decimal;
  currency: CurrencyCode;
}

/** What a provider calls back about. It is no more than a hint: what holds is asked. */
export interface ProviderNotice {
  /** The same each time that it is sent. */
  id: string;
  /** Null: about nothing that is kept here. */
  about: ({ kind: 'PAYMENT' | 'CHECKOUT'; ref: string } & Partial<PaymentReference>) | null;
}

/** It cannot be told whether the call was carried out: the same again, with the same key, finds out. */
export class ProviderAway extends Error {
  override name = 'ProviderAway';
}

/** The provider understood the call and will not do it, now or later. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal';
  constructor(
    /** For who called us: names no secret. */
    message: string,
    /** Is what was named not there? */
    readonly isUnknown = false,
  ) {
    super(message);
  }
}

/**
 * Who collects the money of an environment. Every call may be repeated; none is made in an open transaction. Each throws `ProviderAway` where
 * nothing can be known, and `ProviderRefusal` where it is refused; a decline is an outcome.
 * Domain: customers-subscriptions U8, V9; ADR-0092
 */
export interface PaymentProvider extends Partial<HostedPages>, Partial<CallingBack> {
  /** @returns the provider's reference of the payer, the same each time */
  ensureCustomer(payer: Payer): Promise<string>;
  /** @throws ProviderRefusal with `isUnknown` for a method that the provider does not know */
  attach(customerRef: string, methodRef: string): Promise<PaymentMethod>;
  /** What is detached already stays so. */
  detach(methodRef: string): Promise<void>;
  charge(order: ChargeOrder): Promise<PaymentOutcome>;
  /** What became of a payment. */
  ask(paymentRef: string): Promise<PaymentOutcome>;
  /** Gives up what has not come yet. @returns what became of it: it may have come meanwhile */
  cancel(paymentRef: string): Promise<PaymentOutcome>;
  refund(order: RefundOrder): Promise<{ ref: string }>;
}

/** Pages on which somebody pays; not every provider has them. */
export interface HostedPages {
  openCheckout(order: CheckoutOrder): Promise<Checkout>;
  askCheckout(checkoutRef: string): Promise<CheckoutOutcome>;
  /** Nobody can pay on it any more. @returns what became of it: somebody may have paid meanwhile */
  closeCheckout(checkoutRef: string): Promise<CheckoutOutcome>;
}

export const hasPages = (provider: PaymentProvider): provider is PaymentProvider & HostedPages =>
  provider.openCheckout !== undefined;

/** Who somebody is there: as it is known, else as a new one. @throws ProviderAway, ProviderRefusal */
export const refOf = async (provider: PaymentProvider, payer: Payer, known: string | null): Promise<string> =>
  known ?? provider.ensureCustomer(payer);

/** A provider that tells by itself what has become of something. */
interface CallingBack {
  /** @throws ProviderRefusal where it was not sent by the provider */
  readNotice(body: Buffer, signature: string, now: Date): ProviderNotice;
}
