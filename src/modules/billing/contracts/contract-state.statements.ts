import { isLive } from '#modules/billing/subscriptions';
import type { ContractState } from './domain/contract';

/** The words of the statement are these, never a caller's. */
const states: readonly ContractState[] = ['DRAFT', 'ACTIVE', 'CANCELED', 'END_BILLING'];

/** @reads subscription of billing/subscriptions */
const isAnyLive = (now: string): string => `exists (
  select from subscription s
   where s.environment_id = $1 and s.contract_uid = t.uid and ${isLive('s', now)})`;

const hasRun = (now: string): string => `t.billing_last_day < date_trunc('day', ${now}, 'UTC')`;

/**
 * Of a contract `t` of the environment $1 at the instant of the place `now`, as domain/contract-state.ts derives it.
 */
export function isInState(among: readonly ContractState[], now: string): string {
  const at = `${now}::timestamptz`;
  const state = `case when t.archived_at is not null then 'CANCELED'
                      when ${isAnyLive(at)} then 'ACTIVE'
                      when t.billing_stage = 'ACTIVE' and ${hasRun(at)} then 'END_BILLING'
                      when t.billing_stage = 'ACTIVE' then 'ACTIVE'
                      else 'DRAFT' end`;
  const words = states.filter((each) => among.includes(each)).map((each) => `'${each}'`);
  return `${state} = any(array[${words.join(', ')}]::text[])`;
}
