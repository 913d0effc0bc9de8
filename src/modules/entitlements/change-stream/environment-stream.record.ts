import { Pace } from './domain/pace';
import { placeText } from './domain/place';
import { Listeners } from './listeners.record';

/** The streams of one environment in this process: how far the log was read for them, and what waits. */
export class EnvironmentStream {
  readonly listeners = new Listeners();
  readonly pace = new Pace();
  private idleLooks = 0;

  constructor(
    public epoch: string,
    public position: number,
  ) {}

  /** Up to here everything was told. */
  get safePosition(): number {
    return this.pace.safe(this.position);
  }

  get place(): string {
    return placeText({ epoch: this.epoch, position: this.safePosition });
  }

  /** Of a message, where all before it were told. */
  placeAt(position: number): string {
    return placeText({ epoch: this.epoch, position: this.pace.safe(position) });
  }

  /** At two looks one after the other: who has opened a stream a moment ago does not listen yet. */
  get isIdle(): boolean {
    this.idleLooks = this.listeners.size === 0 ? this.idleLooks + 1 : 0;
    return this.idleLooks > 1;
  }
}
