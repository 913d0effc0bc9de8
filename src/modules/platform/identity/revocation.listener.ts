import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseFaults } from '#libs/persistence/database-faults';
import { DatabaseUrl } from '#libs/persistence/database-url';
import { NotificationListener } from '#libs/persistence/notification-listener';
import { KeyCache } from './key.cache';

/** Hears of revocations, so that a revoked key is refused in every process within a second. Domain: access-and-events Y6 */
@Injectable()
export class RevocationListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly listener: NotificationListener;

  constructor(cache: KeyCache, url: DatabaseUrl, faults: DatabaseFaults) {
    this.listener = new NotificationListener(url, 'api_key_revoked', {
      heard: (digest) => cache.drop(digest),
      listening: (isListening) => cache.hears(isListening),
      failed: (error) => faults.note(error, 'hearing of revoked keys'),
    });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** May follow a stop. */
  start(): Promise<void> {
    return this.listener.start();
  }

  /** Nothing is kept in memory while nothing can be heard. */
  stop(): Promise<void> {
    return this.listener.stop();
  }
}
