import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { MachineClock } from '#libs/kernel/clock';
import { RateLimitExceeded } from '#libs/security/rate-limits';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { Metrics } from '#libs/telemetry/metrics';
import type { MessageSource, StreamedMessage } from '#libs/use-cases/message-stream';
import { ChangeLogRepository, type Found } from './change-log.repository';
import { latestOfEach, type LoggedChange } from './domain/logged-change';
import { placeText, readPlace, type Place } from './domain/place';
import { EnvironmentStream } from './environment-stream.record';
import type { Listener } from './listeners.record';
import { resync, ToldChanges } from './told-changes.service';

/** In this process: so many may be idle, and still leave it most of its memory. */
const mostStreams = 10_000;
/** Of one customer with a publishable key, so that nobody takes those of others. */
const mostOfCustomer = 50;
/** Who has missed more reads everything anew sooner than this is told. */
const mostMissed = 10_000;
const busyPauseMs = 20;
/** A caller who takes nothing for as long while it catches up is gone. */
const longestBusyMs = 30_000;

type Asked = Pick<Listener, 'environmentId' | 'keyUid' | 'secretNo' | 'customers' | 'customer'>;

/** Undefined: from now on, after a `resync`. */
type From = Place | undefined;

/** The open streams of this process: each environment's log is read once for all of them. ADR-0061 */
@Injectable()
export class OpenStreams {
  private streams = new Map<string, EnvironmentStream>();
  private readonly opening = new Map<string, Promise<EnvironmentStream>>();
  private readonly listeners = new Set<Listener>();
  private opened = 0;

  constructor(
    private readonly log: ChangeLogRepository,
    private readonly told: ToldChanges,
    private readonly clock: MachineClock,
    private readonly metrics: Metrics,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {
    metrics.setOpenStreamsGauge(() => this.listeners.size);
  }

  /**
   * @param lastPlace up to where the caller was told; undefined: from now on
   * @throws RateLimitExceeded when too many are open
   */
  async open(asked: Asked, lastPlace: string | undefined): Promise<MessageSource> {
    if (this.listeners.size >= mostStreams)
      throw new RateLimitExceeded({ bucket: 'open streams', limit: mostStreams }, 1000);
    if (asked.customer && this.openOf(asked) >= mostOfCustomer)
      throw new RateLimitExceeded({ bucket: 'open streams of a customer', limit: mostOfCustomer }, 1000);
    const stream = await this.streamOf(asked.environmentId);
    const now = { epoch: stream.epoch, position: stream.position };
    const from = lastPlace === undefined ? now : await this.known(now, lastPlace);
    return { connect: (sink) => this.connect(stream, { ...asked, sink, part: this.opened++ }, from) };
  }

  private openOf({ environmentId, customer }: Asked): number {
    let open = 0;
    for (const each of this.listeners)
      if (each.environmentId === environmentId && each.customer?.id === customer?.id) open++;
    return open;
  }

  /** All of them, in no order. */
  get all(): ReadonlySet<Listener> {
    return this.listeners;
  }

  /** Environments with the positions up to which their logs were read. */
  get positions(): Map<string, number> {
    return new Map([...this.streams].map(([environmentId, { position }]) => [environmentId, position]));
  }

  /** Tells what a round has found. What fails is tried again in the next one. */
  async tellAll(found: ReadonlyMap<string, Found>): Promise<void> {
    await Promise.all(
      [...found].map(async ([environmentId, each]) => {
        const stream = this.streams.get(environmentId);
        if (!stream) return;
        const { safePosition: safe } = stream;
        await this.tell(environmentId, stream, each).catch((error: unknown) => {
          stream.position = safe;
          stream.pace.clear();
          this.logger.error({ err: error }, 'changes were not told; they will be');
        });
      }),
    );
  }

  beat(listener: Listener): void {
    const stream = this.streams.get(listener.environmentId);
    if (stream && listener.isListening) listener.sink.beat(stream.place);
  }

  /** It is told nothing more. */
  end(listener: Listener): void {
    this.leave(listener);
    listener.sink.end();
  }

  /** Environments to which nobody listens any more. */
  forgetIdle(): void {
    for (const [environmentId, { isIdle }] of this.streams) if (isIdle) this.streams.delete(environmentId);
  }

  endAll(): void {
    for (const listener of this.listeners) this.end(listener);
    this.streams = new Map();
  }

  /** Opened once, however many come. */
  private async streamOf(environmentId: string): Promise<EnvironmentStream> {
    const known = this.streams.get(environmentId);
    if (known) return known;
    const opening =
      this.opening.get(environmentId) ??
      this.log.open(environmentId).then(({ epoch, position }) => new EnvironmentStream(epoch, position));
    this.opening.set(environmentId, opening);
    try {
      const stream = await opening;
      if (!this.streams.has(environmentId)) this.streams.set(environmentId, stream);
      return this.streams.get(environmentId) as EnvironmentStream;
    } finally {
      this.opening.delete(environmentId);
    }
  }

  private async known({ epoch }: Place, lastPlace: string): Promise<From> {
    const place = readPlace(lastPlace);
    if (place?.epoch !== epoch) return undefined;
    return (await this.log.isKept(place.position)) ? place : undefined;
  }

  private connect(opened: EnvironmentStream, listener: Listener, from: From): () => void {
    this.listeners.add(listener);
    // Nobody may have listened since it was opened.
    if (!this.streams.has(listener.environmentId)) this.streams.set(listener.environmentId, opened);
    this.catchUp(listener, from).catch((error: unknown) => {
      this.logger.error({ err: error }, 'a stream could not go on from where it was');
      this.cut(listener);
    });
    return () => this.leave(listener);
  }

  /** Tells what was missed until nothing is left, and joins the others in the same turn. */
  private async catchUp(listener: Listener, from: From): Promise<void> {
    const { environmentId, customers, sink } = listener;
    for (let place = from; !listener.isOver;) {
      const stream = this.streams.get(environmentId);
      if (!stream) return this.cut(listener);
      if (place?.epoch !== stream.epoch) {
        stream.listeners.add(listener);
        return this.resync(listener, stream.place);
      }
      const { position } = stream;
      if (place.position >= position) {
        stream.listeners.add(listener);
        return sink.beat(stream.place);
      }
      const missed = await this.log.between(
        environmentId,
        [place.position, position],
        customers,
        mostMissed + 1,
      );
      if (missed.length > mostMissed) place = undefined;
      else {
        await this.tellMissed(listener, place, missed);
        place = { ...place, position };
      }
    }
  }

  private async tellMissed(
    listener: Listener,
    { epoch }: Place,
    missed: readonly LoggedChange[],
  ): Promise<void> {
    const changes = latestOfEach(missed);
    const together = 100;
    for (let first = 0; first < changes.length && !listener.isOver; first += together) {
      const part = changes.slice(first, first + together);
      const messages = await this.told.of(listener.environmentId, part);
      for (const [index, { position }] of part.entries()) {
        const message = messages[index];
        if (message) this.tellOne(listener, message, placeText({ epoch, position }));
      }
      await this.whileBusy(listener);
    }
  }

  private async whileBusy(listener: Listener): Promise<void> {
    const since = performance.now();
    while (listener.sink.isBusy && !listener.isOver) {
      if (performance.now() - since > longestBusyMs) return this.cut(listener);
      await pause(busyPauseMs);
    }
  }

  private async tell(
    environmentId: string,
    stream: EnvironmentStream,
    { epoch, position, changes }: Found,
  ): Promise<void> {
    if (epoch !== stream.epoch) {
      [stream.epoch, stream.position] = [epoch, position];
      stream.pace.clear();
      for (const listener of stream.listeners.all()) this.resync(listener, stream.place);
      return;
    }
    const due = stream.pace.admit(latestOfEach(changes), this.clock.now().getTime());
    const messages = new Map<LoggedChange, StreamedMessage | undefined>();
    // Who comes meanwhile may listen for whom nobody did.
    for (;;) {
      const asked = due.filter((change) => !messages.has(change) && stream.listeners.wants(aboutOf(change)));
      if (asked.length === 0) break;
      const told = await this.told.of(environmentId, asked);
      asked.forEach((change, index) => messages.set(change, told[index]));
    }
    for (const change of due) {
      const message = messages.get(change);
      if (message) this.tellEach(stream, change, message);
    }
    stream.position = position;
  }

  private tellEach(stream: EnvironmentStream, change: LoggedChange, message: StreamedMessage): void {
    const place = stream.placeAt(change.position);
    for (const listener of [...stream.listeners.of(message === resync ? null : aboutOf(change))])
      this.tellOne(listener, message, place);
  }

  private resync(listener: Listener, place: string): void {
    this.tellOne(listener, resync, place);
  }

  private tellOne(listener: Listener, message: StreamedMessage, place: string): void {
    if (message === resync) this.metrics.streamResynced();
    if (!listener.sink.tell(message, place)) this.cut(listener);
  }

  /** A caller who does not read what it is told may come again, and be told what it has missed. */
  private cut(listener: Listener): void {
    if (listener.isOver) return;
    this.metrics.streamCut();
    this.leave(listener);
    listener.sink.cut();
  }

  private leave(listener: Listener): void {
    listener.isOver = true;
    this.listeners.delete(listener);
    this.streams.get(listener.environmentId)?.listeners.remove(listener);
  }
}

/** Null concerns everybody. */
const aboutOf = ({ kind, customerId }: LoggedChange): string | null =>
  kind === 'package' || kind === 'all' ? null : customerId;
