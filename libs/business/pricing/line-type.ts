import { type Decimal } from '#libs/kernel/decimal';
import { type LineType, type PaymentTime } from './bill-line';
import { type Charge } from './charge';

/** What an invoice calls the line of a charge. Domain: contracts-billing V9. */
export const lineTypeOf = (charge: Charge, amount: Decimal): LineType => {
  if (charge.addonId !== null) return 'AddonCharge';
  if (charge.isOverage) return 'OverageCharge';
  if (charge.billingModel === 'FLAT_FEE') return amount.isZero() ? 'ZeroAmountBaseCharge' : 'BaseCharge';
  if (charge.tiers !== null) return 'TierCharge';
  return charge.billingModel === 'USAGE_BASED' ? 'PayAsYouGoCharge' : 'InAdvanceCommitmentCharge';
};

/** What depends on the usage of a period is known at its end. Domain: catalog R3 "when billed". */
export const paymentTimeOf = ({ billingModel, isOverage }: Charge): PaymentTime =>
  isOverage || billingModel === 'USAGE_BASED' || billingModel === 'MINIMUM_SPEND'
    ? 'IN_ARREARS'
    : 'IN_ADVANCE';
