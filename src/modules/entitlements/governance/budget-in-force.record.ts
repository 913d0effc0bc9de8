import { Decimal } from '#libs/kernel/decimal';
import { budgetWindow, type BudgetWindow } from './domain/cadence';
import type { ChainNode } from './domain/governance-chain';

/** A budget as it stands in the tables, with what its windows hold from the one of the reading on. */
export interface ReadBudget {
  uid: string;
  entityId: string;
  usageLimit: Decimal | null;
  cadence: string;
  createdAt: Date;
  scopeEntityIds: string[];
  /** How often it was counted for. */
  writes: number;
  /** By the starts of windows, in milliseconds. A window that is not there holds nothing. */
  totals: readonly (readonly [start: number, total: Decimal])[];
}

/** What one write of a budget has left in a window. */
export interface CountedWindow {
  uid: string;
  customerUid: string;
  cadence: string;
  writes: number;
  start: Date;
  total: Decimal;
}

const nothing = new Decimal(0);

/** A budget that follows its windows from the instant of its reading on, and what is counted for it. */
export class BudgetInForce {
  private readonly totals: Map<number, Decimal>;
  private window: BudgetWindow;
  private writes: number;

  constructor(
    private readonly read: ReadBudget,
    at: Date,
  ) {
    this.totals = new Map(read.totals);
    this.window = this.windowAt(at);
    this.writes = read.writes;
  }

  /** Undefined before the window of its reading, or of the latest question: what the one before holds is not known. */
  nodeAt(at: Date): ChainNode | undefined {
    if (at < this.window.start) return undefined;
    if (at >= this.window.end) this.advance(at);
    const { entityId, usageLimit, scopeEntityIds } = this.read;
    const currentUsage = this.totals.get(this.window.start.getTime()) ?? nothing;
    return { entityId, usageLimit, currentUsage, scopeEntityIds, until: this.window.end };
  }

  /** @returns whether all is known: else a write before this one has not been told */
  count(windows: readonly CountedWindow[]): boolean {
    const [first] = windows;
    if (!first || first.writes <= this.writes) return true;
    if (first.writes !== this.writes + 1) return false;
    this.writes = first.writes;
    for (const { cadence, start, total } of windows)
      if (cadence === this.read.cadence && start >= this.window.start)
        this.totals.set(start.getTime(), total);
    return true;
  }

  private advance(at: Date): void {
    this.window = this.windowAt(at);
    for (const start of this.totals.keys())
      if (start < this.window.start.getTime()) this.totals.delete(start);
  }

  private windowAt(at: Date): BudgetWindow {
    return budgetWindow(this.read.cadence, this.read.createdAt, at);
  }
}
