import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseUrl } from '#libs/persistence/database-url';
import { NotificationListener } from '#libs/persistence/notification-listener';
import { KeyCache } from './key.cache';

/** Hears of revocations, so that a revoked key is refused in every process within a second. Domain: access-and-events Y6 */
@Injectable()
export class RevocationListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly listener: NotificationListener;

  constructor(cache: KeyCache, url: DatabaseUrl) {
    this.listener = new NotificationListener(url.value, 'api_key_revoked', {
      heard: (digest) => cache.drop(digest),
      listening: (isListening) => cache.hears(isListening),
    });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.listener.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.listener.stop();
  }
}
