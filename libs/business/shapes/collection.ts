import { enumShape } from '#libs/shape/enum-shape';

/** Who collects what is sold. */
export const PaymentCollectionMethodEnum = enumShape('PaymentCollectionMethod', [
  'CHARGE',
  'INVOICE',
  'NONE',
]);

/** How far the money of what was sold has come. */
export type PaymentCollection = 'NOT_REQUIRED' | 'PROCESSING' | 'FAILED' | 'ACTION_REQUIRED';
export const PaymentCollectionEnum = enumShape<PaymentCollection>('PaymentCollection', [
  'NOT_REQUIRED',
  'PROCESSING',
  'FAILED',
  'ACTION_REQUIRED',
]);
