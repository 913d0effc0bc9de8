/** Why something is taken back. Domain: contracts-billing V7 */
export const creditReasons = [
  'ORDER_CHANGE',
  'ORDER_CANCELLATION',
  'WAIVER',
  'PRODUCT_UNSATISFACTORY',
  'SERVICE_UNSATISFACTORY',
  'USAGE_CREDIT',
  'OTHER',
] as const;
export type CreditReason = (typeof creditReasons)[number];
