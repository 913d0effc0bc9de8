import { Client, type ClientConfig } from 'pg';

/** For one question that nobody waits for longer. @param name by which the server tells of it */
export const briefSession = (url: string, name: string, limitMs: number, options = ''): ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: limitMs,
  query_timeout: limitMs,
  application_name: name,
  options: `-c statement_timeout=${limitMs} ${options}`,
});

/** A connection of its own, so that nothing asked on it waits for a pool. It is made again when it is needed and not there. */
export class KeptSession {
  private client?: Promise<Client>;
  /** What was asked last: a connection takes one statement after the other. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly settings: () => ClientConfig) {}

  /** The first row. @throws Error while the database is away */
  run<R>(name: string, text: string, values: unknown[]): Promise<R | undefined> {
    const mine = this.turn.then(() => this.ask<R>(name, text, values));
    this.turn = mine;
    // Who waits behind a failure fails with it, and does not wait as long once more.
    mine.catch(() => {
      if (this.turn === mine) this.turn = Promise.resolve();
    });
    return mine;
  }

  async close(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await (await client?.catch(() => undefined))?.end().catch(() => undefined);
  }

  private async ask<R>(name: string, text: string, values: unknown[]): Promise<R | undefined> {
    this.client ??= this.connect();
    const client = this.client;
    try {
      const { rows } = await (await client).query({ name, text, values });
      return rows[0] as R | undefined;
    } catch (error) {
      if (this.client === client) await this.close();
      throw error;
    }
  }

  private async connect(): Promise<Client> {
    const client = new Client({ ...this.settings(), keepAlive: true });
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    return client;
  }
}
