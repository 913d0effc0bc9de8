import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { currentEnvironmentId } from '#libs/context/request-context';
import { BoundedMap } from '#libs/kernel/bounded-map';
import { Change, Extensions } from '#libs/messaging/extensions';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { APP_LOGGER } from '#libs/telemetry/logger.token';

/** Time has brought something about for sources of this customer: their owners carry it out, and declare what became of them. */
export const sourceDue = new Change<{ customerUid: string }>('entitlements.source-due');

const restMs = 1000;
const remembered = 10_000;

/** Lets the owners of sources carry out what fell due, for whoever asks about a customer first. */
@Injectable()
export class DueSources {
  private readonly underWay = new Map<string, Promise<void>>();
  /** Customers for whom it has failed, and since when. */
  private readonly failed = new BoundedMap<string, number>(remembered);

  constructor(
    private readonly extensions: Extensions,
    private readonly unitOfWork: UnitOfWork,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  carryOut(customerUids: readonly string[]): Promise<void> | undefined {
    // Who writes has carried it out before, as of the instant of the write.
    if (this.unitOfWork.isOpen) return undefined;
    const environmentId = currentEnvironmentId();
    const asked = [...new Set(customerUids)].filter((uid) => this.mayTry(`${environmentId} ${uid}`));
    if (asked.length === 0) return undefined;
    return Promise.all(asked.map((uid) => this.once(`${environmentId} ${uid}`, uid))).then(() => undefined);
  }

  /** In the unit of work that is open: of who reads of a customer there before anybody has written of it. */
  carryOutWithin(customerUid: string): Promise<void> {
    return this.extensions.announce(sourceDue, { customerUid });
  }

  private mayTry(key: string): boolean {
    return performance.now() - (this.failed.get(key) ?? -Infinity) > restMs;
  }

  /** Shared by all who ask at once. Where it fails, what is stored answers: it ends where its end is known. */
  private once(key: string, customerUid: string): Promise<void> {
    const known = this.underWay.get(key);
    if (known) return known;
    const work = this.unitOfWork
      .run(() => this.extensions.announce(sourceDue, { customerUid }))
      .catch((error: unknown) => {
        this.failed.set(key, performance.now());
        this.logger.warn({ err: error, customerUid }, 'what fell due could not be carried out yet');
      })
      .finally(() => this.underWay.delete(key));
    this.underWay.set(key, work);
    return work;
  }
}
