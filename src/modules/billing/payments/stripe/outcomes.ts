import { Logger } from '@nestjs/common';
import { ProviderRefusal, type PaymentOutcome } from '../domain/payment-provider';
import type { Intent } from './answer-shapes';
import { knownMethod } from './methods';
import { askedText } from './minor-units';

const logger = new Logger('StripeProvider');

/** No other attempt with the same method can succeed. Whether a fraud is only suspected, or money is missing, may change. */
const hardCodes: ReadonlySet<string> = new Set([
  'card_not_supported',
  'expired_card',
  'incorrect_number',
  'invalid_account',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
  'lost_card',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'stop_payment_order',
  // Of bank accounts.
  'account_closed',
  'bank_account_restricted',
  'debit_not_authorized',
  'invalid_account_number',
  'no_account',
]);
const actionCode = 'authentication_required';
const neverAgain = 'do_not_try_again';

/**
 * What became of a payment.
 * @param asked by the order; where that is not at hand, what was written down with the payment counts
 * @throws ProviderRefusal where something else was collected than was asked for
 */
export function outcomeOf(intent: Intent, asked = intent.metadata?.asked): PaymentOutcome {
  const { id: ref } = intent;
  switch (intent.status) {
    case 'succeeded': {
      requireAsked(intent, asked);
      const { payment_method: told } = intent;
      const method = told && typeof told === 'object' ? knownMethod(told) : undefined;
      return method ? { state: 'SUCCEEDED', ref, method } : { state: 'SUCCEEDED', ref };
    }
    case 'processing':
      return { state: 'PROCESSING', ref };
    case 'requires_action':
      return { state: 'ACTION_REQUIRED', ref, actionUrl: actionUrlOf(intent) };
    case 'requires_payment_method':
      return unpaid(intent);
    case 'canceled':
      return { state: 'CANCELED', ref };
  }
}

/** What was declined because nobody was there to act is declined no more once somebody is. */
function unpaid({ id: ref, last_payment_error: error }: Intent): PaymentOutcome {
  const reasons = [error?.code, error?.decline_code].filter((code) => typeof code === 'string');
  if (reasons.includes(actionCode)) return { state: 'ACTION_REQUIRED', ref, actionUrl: null };
  return {
    state: 'FAILED',
    ref,
    reason: reasons.join(': ') || 'nothing was paid',
    isHard: error?.advice_code === neverAgain || reasons.some((code) => hardCodes.has(code)),
  };
}

function actionUrlOf({ next_action: action }: Intent): string | null {
  return (
    action?.redirect_to_url?.url ??
    action?.cashapp_handle_redirect_or_display_qr_code?.hosted_instructions_url ??
    action?.verify_with_microdeposits?.hosted_verification_url ??
    null
  );
}

function requireAsked({ id, amount_received: received, currency }: Intent, asked: string | undefined): void {
  const collected = askedText(received, currency);
  if (asked === undefined || asked === collected) return;
  const message = `Payment ${id}: Stripe collected ${collected} in minor units where ${asked} was asked for; somebody has to look at it`;
  logger.error(message);
  throw new ProviderRefusal(message);
}
