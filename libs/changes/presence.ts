/** After which silence between two beats the others may have gone on without this process. Half of what they wait. */
const freshMs = 1500;
/** Within this time every other process has polled, or has ceased to trust what it holds: see `trustMs`. */
const noticeMs = 1000;

/**
 * When a write of this process may be acknowledged. While it beats, the others know of it and ask before they answer. After a silence
 * they may take it for gone and answer from memory: then a write is told only when each of them has surely heard of it.
 */
export class Presence {
  private beatAt = -Infinity;
  private noticedAt = -Infinity;
  private isProven = false;

  /** A beat that the database has taken. Instants of a clock that only goes forward, in milliseconds. */
  beaten(startedAt: number, endedAt: number): void {
    if (this.silentMs(startedAt) > freshMs) {
      this.noticedAt = endedAt + noticeMs;
      this.isProven = false;
    }
    this.beatAt = startedAt;
  }

  /** A poll that began after the last beat had ended. With nobody there, there is nobody to notice. */
  polled(startedAt: number, isAnybodyThere: boolean): void {
    if (this.isProven || startedAt < this.noticedAt - noticeMs) return;
    this.isProven = true;
    if (!isAnybodyThere) this.noticedAt = startedAt;
  }

  /** Since the last beat began. */
  silentMs(at: number): number {
    return at - this.beatAt;
  }

  /** How long the acknowledgement of a write that is committed must wait. */
  waitMs(at: number): number {
    return this.silentMs(at) > freshMs ? noticeMs : Math.max(0, this.noticedAt - at);
  }
}
