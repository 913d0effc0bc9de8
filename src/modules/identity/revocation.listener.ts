import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Client } from 'pg';
import { DatabaseUrl } from '#libs/persistence/database-url';
import { KeyCache } from './key-cache';

const reconnectMs = 500;

/** Hears of revocations on a connection of its own, so that a revoked key is refused in every process within a second. */
@Injectable()
export class RevocationListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private client?: Client;
  private retry?: NodeJS.Timeout;
  private isStopped = false;

  constructor(
    private readonly cache: KeyCache,
    private readonly url: DatabaseUrl,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.listen();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.retry);
    await this.client?.end().catch(() => undefined);
  }

  private async listen(): Promise<void> {
    const client = new Client({
      connectionString: this.url.value,
      keepAlive: true,
      application_name: 'revocations',
    });
    this.client = client;
    client.on('notification', ({ payload }) => this.cache.drop(payload ?? ''));
    client.on('error', () => undefined);
    client.on('end', () => this.lost());
    try {
      await client.connect();
      await client.query('listen api_key_revoked');
      this.cache.hears(true);
    } catch {
      this.lost();
    }
  }

  private lost(): void {
    this.cache.hears(false);
    clearTimeout(this.retry);
    if (!this.isStopped) this.retry = setTimeout(() => void this.listen(), reconnectMs);
  }
}
