import type { Soon } from '#libs/kernel/soon';

export interface WindowState {
  limit: number;
  remaining: number;
  /** Until the window ends. */
  resetMs: number;
  allowed: boolean;
}

/** Fixed windows, each from the first call of its bucket; call limit + 1 within it is refused. */
export abstract class WindowStorage {
  /** `cost` 0 looks without counting. */
  abstract hit(bucket: string, limit: number, windowMs: number, cost?: number): Soon<WindowState>;
}
