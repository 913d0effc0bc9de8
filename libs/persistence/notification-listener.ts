import { Client } from 'pg';

export interface NotificationHandlers {
  heard(payload: string): void;
  /** Told whenever hearing begins or ends; what was said in between is lost. */
  listening(isListening: boolean): void;
}

const reconnectMs = 500;

/** LISTEN on a connection of its own, which is made again whenever it breaks. */
export class NotificationListener {
  private client?: Client;
  private retry?: NodeJS.Timeout;
  private isStopped = false;

  constructor(
    private readonly url: string,
    private readonly channel: 'api_key_revoked',
    private readonly handlers: NotificationHandlers,
  ) {}

  async start(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      keepAlive: true,
      application_name: 'notifications',
    });
    this.client = client;
    client.on('notification', ({ payload }) => this.handlers.heard(payload ?? ''));
    client.on('error', () => undefined);
    client.on('end', () => this.lost());
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(this.channel)}`);
      this.handlers.listening(true);
    } catch {
      this.lost();
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.retry);
    await this.client?.end().catch(() => undefined);
  }

  private lost(): void {
    this.handlers.listening(false);
    clearTimeout(this.retry);
    if (!this.isStopped) this.retry = setTimeout(() => void this.start(), reconnectMs);
  }
}
