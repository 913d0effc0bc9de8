import { addMs } from '#libs/kernel/period';
import { TenantEntity } from '#libs/kernel/tenant-entity';

export const syncStates = ['PENDING', 'RUNNING', 'INCOMPLETE', 'FAILED', 'SUCCEEDED', 'CANCELLED'] as const;
export type SyncState = (typeof syncStates)[number];

/** Who must do something about a sync that did not come to its end. */
export type BlamedParty = 'DESTINATION' | 'SERVICE';

/** Why an attempt at a sync broke off: told to callers, so it holds no address and no secret. */
export interface SyncFailure {
  blamed: BlamedParty;
  message: string;
}

const secondMs = 1000;
/** After the first attempt, the second and so on; then it has failed. */
const pausesMs = [5 * secondMs, 30 * secondMs, 120 * secondMs, 600 * secondMs];
/** So often a process may end with it in hand: by then it is the sync that ends processes. */
const mostTakings = 50;

/** One bringing of a destination up to date. Domain: access-and-events W9 */
export class ExportSync extends TenantEntity {
  destinationUid: string;
  state: SyncState;
  /** Attempts that broke off for a reason that is told. */
  attempts: number;
  /** How often a process took it up. */
  takings: number;
  /** Rows that the last attempt has written by now. */
  rowsTransferred: number;
  blamed: BlamedParty | null;
  failure: string | null;
  dueAt: Date | null;
  leaseOwner: string | null;
  leaseUntil: Date | null;
  finishedAt: Date | null;

  static begin(destinationUid: string, now: Date): ExportSync {
    const fresh = { attempts: 0, takings: 0, rowsTransferred: 0, blamed: null, failure: null };
    const unheld = { leaseOwner: null, leaseUntil: null, finishedAt: null };
    const state = { destinationUid, state: 'PENDING' as const, dueAt: now, ...fresh, ...unheld };
    return ExportSync.instantiate<ExportSync>(ExportSync, state, now);
  }
}

/** What becomes of a sync whose attempt broke off. */
export function afterFailure(attempts: number, now: Date): { state: SyncState; dueAt: Date | null } {
  const pauseMs = pausesMs[attempts - 1];
  return pauseMs === undefined
    ? { state: 'FAILED', dueAt: null }
    : { state: 'INCOMPLETE', dueAt: addMs(now, pauseMs) };
}

export const isTakenTooOften = (takings: number): boolean => takings > mostTakings;
