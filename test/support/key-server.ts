import type { KeyObject } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JWK } from 'jose';

/** @returns starts another one; all are stopped after each test */
export function keyServers(): () => Promise<KeyServer> {
  const servers: KeyServer[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.stop();
  });
  return async () => {
    const server = await new KeyServer().start();
    servers.push(server);
    return server;
  };
}

/** An issuer on this machine that counts how often it is asked. */
export class KeyServer {
  keys: JWK[] = [];
  status = 200;
  requests = 0;
  /** Takes requests and leaves them open. */
  isSilent = false;
  private readonly open: ServerResponse[] = [];
  private server: Server;

  async start(): Promise<this> {
    this.server = createServer((_, response) => {
      this.requests++;
      this.open.push(response);
      if (!this.isSilent) this.speak();
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/keys`;
  }

  /** Answers what was left open. */
  speak(): void {
    for (const response of this.open.splice(0)) {
      response.writeHead(this.status, { 'content-type': 'application/json', location: '/elsewhere' });
      response.end(JSON.stringify({ keys: this.keys }));
    }
  }

  publish(key: KeyObject, kid: string): void {
    this.keys.push({ ...(key.export({ format: 'jwk' }) as JWK), kid });
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
