import type { PaymentMethod } from '../domain/payment-provider';

/** What becomes of what is charged by a method of the sandbox. */
export type Behavior = 'PAYS' | 'DECLINES' | 'NEEDS_ACTION' | 'PAYS_LATE' | 'FAILS_LATE';

export interface SandboxMethod extends PaymentMethod {
  behavior: Behavior;
}

const card = (ref: string, last4: string, behavior: Behavior): SandboxMethod => ({
  ...{ ref, type: 'CARD', last4, expiryMonth: 12, expiryYear: 2034, behavior },
});
const bank = (ref: string, last4: string, behavior: Behavior): SandboxMethod => ({
  ...{ ref, type: 'BANK', last4, expiryMonth: null, expiryYear: null, behavior },
});

/** The methods that the sandbox knows, by their names. ADR-0092 */
export const sandboxMethods: ReadonlyMap<string, SandboxMethod> = new Map(
  [
    card('pm_sandbox_pays', '4242', 'PAYS'),
    card('pm_sandbox_declines', '0002', 'DECLINES'),
    card('pm_sandbox_needs_action', '3155', 'NEEDS_ACTION'),
    bank('pm_sandbox_pays_late', '6789', 'PAYS_LATE'),
    bank('pm_sandbox_fails_late', '1116', 'FAILS_LATE'),
  ].map((method) => [method.ref, method]),
);
