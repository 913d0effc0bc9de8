import { enumShape } from '#libs/shape/enum-shape';
import { paymentTimes, type PaymentTime } from './domain/billed-line';
import { cycleUnits, type CycleUnit } from './domain/cycles';

export const BillingCycleUnitEnum = enumShape<CycleUnit>('BillingCycleUnit', cycleUnits);
export const ContractPaymentTimeEnum = enumShape<PaymentTime>('ContractPaymentTime', paymentTimes);
