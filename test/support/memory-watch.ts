import { execFileSync } from 'node:child_process';

const lookMs = 200;

/** Megabytes that a process has of the machine; 0 of one that is gone. */
function residentMb(pid: number): number {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
  } catch {
    return 0;
  }
}

/** How much a process needs at most while something goes on, and at its beginning. */
export class MemoryWatch {
  readonly first: number;
  private most: number;
  private readonly timer: NodeJS.Timeout;

  constructor(pid: () => number) {
    this.first = this.most = residentMb(pid());
    this.timer = setInterval(() => (this.most = Math.max(this.most, residentMb(pid()))), lookMs);
  }

  /** @returns megabytes at most */
  end(): number {
    clearInterval(this.timer);
    return this.most;
  }
}
