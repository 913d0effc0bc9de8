import * as z from 'zod';

/** Ids, and words that are told on. */
const text = z.string().min(1).max(255);
const units = z.int().min(0);
const currency = z.string().regex(/^[a-z]{3}$/);
const code = z.string().regex(/^\w{1,100}$/);
const lastDigits = z.string().regex(/^\w{1,4}$/);
const page = z.url({ protocol: /^https$/ }).max(5000);

/** Those that are ours; whoever shares the account writes others. */
const metadata = z
  .object({
    environmentId: text,
    paymentUid: text,
    customerUid: text,
    key: text,
    asked: text,
  })
  .partial();
const ownMetadata = metadata.nullish().catch(undefined);

const mask = z.object({ last4: lastDigits.nullish() });

/** Of all that Stripe tells of a method nothing else is even looked at. */
export const methodShape = z.object({
  object: z.literal('payment_method'),
  id: text,
  type: code,
  customer: z.union([text, z.object({ id: text })]).nullish(),
  card: z
    .object({ last4: lastDigits, exp_month: z.int().min(1).max(12), exp_year: z.int().min(2000).max(9999) })
    .optional(),
  us_bank_account: mask.optional(),
  sepa_debit: mask.optional(),
});

const nextActionShape = z.object({
  redirect_to_url: z.object({ url: page.nullish() }).nullish(),
  cashapp_handle_redirect_or_display_qr_code: z.object({ hosted_instructions_url: page.nullish() }).nullish(),
  verify_with_microdeposits: z.object({ hosted_verification_url: page.nullish() }).nullish(),
});

/** States that need a capture or a confirmation of their own are not among them: no payment is made so. */
export const intentShape = z.object({
  object: z.literal('payment_intent'),
  id: text,
  status: z.enum(['requires_payment_method', 'requires_action', 'processing', 'canceled', 'succeeded']),
  amount: units,
  amount_received: units,
  currency,
  metadata: ownMetadata,
  payment_method: z.union([text, methodShape]).nullish(),
  last_payment_error: z
    .object({ code: code.nullish(), decline_code: code.nullish(), advice_code: code.nullish() })
    .nullish(),
  next_action: nextActionShape.nullish(),
});

export const sessionShape = z.object({
  object: z.literal('checkout.session'),
  id: text,
  status: z.enum(['open', 'complete', 'expired']),
  url: page.nullish(),
  payment_intent: z.union([text, intentShape]).nullish(),
  metadata: ownMetadata,
});

export const refundShape = z.object({
  object: z.literal('refund'),
  id: text,
  status: z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled']).nullish(),
  amount: units,
  currency,
  metadata: ownMetadata,
});

export const customerShape = z.object({ object: z.literal('customer'), id: text, metadata: ownMetadata });

export const listOf = <S extends z.ZodType>(shape: S) =>
  z.object({
    object: z.enum(['list', 'search_result']),
    data: z.array(shape).max(100),
    has_more: z.boolean(),
  });

export const eventShape = z.object({
  object: z.literal('event'),
  id: text,
  type: z.string().regex(/^[\w.]{1,100}$/),
  data: z.object({
    object: z.object({
      id: text.optional(),
      payment_intent: z.union([text, z.object({ id: text })]).nullish(),
      metadata: ownMetadata,
    }),
  }),
});

export type Intent = z.output<typeof intentShape>;
export type Method = z.output<typeof methodShape>;
export type Session = z.output<typeof sessionShape>;
export type Refund = z.output<typeof refundShape>;
