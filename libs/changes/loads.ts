import { fromPrimary } from '#libs/context/request-context';

/** A read that is out: what changes meanwhile it may not have seen. */
export class Load {
  private readonly changed = new Set<string>();
  private isLost = false;

  /** Has nothing of this subject changed since it began? */
  isTrueOf(subject: string): boolean {
    return !this.isLost && !this.changed.has(subject);
  }

  note(subject: string): void {
    this.changed.add(subject);
  }

  lose(): void {
    this.isLost = true;
  }
}

/** Reads of what is to be held in memory, as long as they are out. ADR-0054 */
export class Loads {
  private readonly out = new Set<Load>();

  /** What it has read is kept, if at all, before it returns, and only what the load is true of. */
  async during<T>(read: (load: Load) => Promise<T>): Promise<T> {
    const load = new Load();
    this.out.add(load);
    try {
      return await fromPrimary(() => read(load));
    } finally {
      this.out.delete(load);
    }
  }

  changed(subject: string): void {
    for (const load of this.out) load.note(subject);
  }

  /** Of nothing is known whether it changed. */
  lost(): void {
    for (const load of this.out) load.lose();
  }
}
