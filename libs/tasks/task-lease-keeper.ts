import type { LeasedTask, TaskLeases } from './task-leases';

const renewalMs = 1000;

/** Renews a lease as long as the work goes on, and knows when it was lost. */
export class TaskLeaseKeeper {
  private readonly timer: NodeJS.Timeout;
  isLost = false;

  constructor(
    private readonly leases: TaskLeases,
    private readonly task: LeasedTask,
  ) {
    this.timer = setInterval(() => void this.renew(), renewalMs);
    this.timer.unref();
  }

  /** A database that is away says nothing about the lease: it is renewed when it is back, or lost by then. */
  async renew(): Promise<void> {
    const isOurs = await this.leases.renew(this.task).catch(() => true);
    if (!isOurs) this.isLost = true;
  }

  end(): void {
    clearInterval(this.timer);
  }
}
