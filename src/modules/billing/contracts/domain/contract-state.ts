import { startOfDay } from '#libs/kernel/period';
import type { Contract, ContractState } from './contract';

/** States are derived whenever somebody asks; contract-state.statements.ts says the same in SQL. Domain: contracts-billing C7 */
export function billingStateAt({ billing }: Contract, now: Date): ContractState | null {
  if (!billing) return null;
  const { stage, lastDay } = billing;
  const hasRun = stage === 'ACTIVE' && lastDay !== null && lastDay < startOfDay(now);
  return hasRun ? 'END_BILLING' : stage;
}

/** @param isAnyLive whether a subscription on it is ACTIVE or IN_TRIAL. Domain: contracts-billing C6 */
export function contractStateAt(contract: Contract, isAnyLive: boolean, now: Date): ContractState {
  if (contract.archivedAt) return 'CANCELED';
  const billingState = billingStateAt(contract, now);
  if (isAnyLive || billingState === 'ACTIVE') return 'ACTIVE';
  return billingState === 'END_BILLING' ? 'END_BILLING' : 'DRAFT';
}
