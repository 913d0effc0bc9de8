import { Client } from 'pg';
import type { DatabaseUrl } from './database-url';

export interface NotificationHandlers {
  heard(payload: string): void;
  /** Told whenever hearing begins or ends; what was said in between is lost. */
  listening(isListening: boolean): void;
  /** Why hearing did not begin. */
  failed(error: unknown): void;
}

const reconnectMs = 500;
const connectionLimitMs = 2000;

/** LISTEN on a connection of its own, which is made again whenever it breaks. */
export class NotificationListener {
  private client?: Client;
  private retry?: NodeJS.Timeout;
  private isStopped = true;

  /** @param url read at each connection */
  constructor(
    private readonly url: DatabaseUrl,
    private readonly channel: 'api_key_revoked',
    private readonly handlers: NotificationHandlers,
  ) {}

  /** Returns after the first try, whatever became of it. May follow a stop. */
  async start(): Promise<void> {
    if (!this.isStopped) return;
    this.isStopped = false;
    await this.connect();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.retry);
    const { client } = this;
    this.client = undefined;
    await client?.end().catch(() => undefined);
    this.handlers.listening(false);
  }

  private async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.url.value,
      connectionTimeoutMillis: connectionLimitMs,
      keepAlive: true,
      application_name: 'notifications',
    });
    this.client = client;
    client.on('notification', ({ payload }) => this.handlers.heard(payload ?? ''));
    client.on('error', () => undefined);
    client.on('end', () => this.lost(client));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(this.channel)}`);
      if (this.client === client) this.handlers.listening(true);
    } catch (error) {
      this.handlers.failed(error);
      this.lost(client);
      // Of a refused statement the connection is left.
      await client.end().catch(() => undefined);
    }
  }

  /** Told more than once of the same connection, and of those that are given up. */
  private lost(client: Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.handlers.listening(false);
    this.retry = setTimeout(() => void this.connect(), reconnectMs);
  }
}
