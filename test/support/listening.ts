import type { TestApp } from './app';
import { expectOk } from './client';
import { meteredFeature } from './metered-customers';
import { StreamClient } from './stream-client';

/** What `entitlements.updated` tells. */
export interface State {
  customerId: string;
  resourceId: string | null;
  version: number;
  accessDeniedReason: string | null;
  entitlements: { feature: { id: string }; usageLimit: number }[];
}

/** What `usage.updated` tells. */
export interface Usage {
  customerId: string;
  ref: { type: string; id: string };
  currentUsage: number;
  usageLimit: number | null;
  usageVersion: number;
}

/** Customers of the plan that `sellMetered` sells in the first environment, and who listens to what changes for them. */
export class Listening {
  private readonly clients: StreamClient[] = [];
  private names = 0;

  constructor(private readonly app: TestApp) {}

  async newCustomer(): Promise<string> {
    const id = `customer-${++this.names}`;
    await expectOk(this.app.a.api.rest('POST', '/customers', { id, name: id }));
    return id;
  }

  subscribe(customerId: string): Promise<object> {
    return expectOk(this.app.a.api.rest('POST', '/subscriptions', { customerId, planId: 'plan' }));
  }

  report(customerId: string, value: number): Promise<object> {
    const usages = [{ customerId, featureId: meteredFeature, value }];
    return expectOk(this.app.a.api.rest('POST', '/usage', { usages }));
  }

  async list(customerId: string): Promise<{ state: object; headers: Headers }> {
    const answer = await this.app.a.api.rest('GET', `/customers/${customerId}/entitlements`);
    return { state: await expectOk(Promise.resolve(answer)), headers: answer.headers };
  }

  streamOf(query = '', key = this.app.a.serverKey, from?: string): Promise<StreamClient> {
    return this.client(key).open(query, from);
  }

  subscriptionOf(document: string, variables: object, from?: string): Promise<StreamClient> {
    return this.client(this.app.a.serverKey).subscribe(document, variables, from);
  }

  /** All that were opened. */
  leave(): void {
    for (const client of this.clients.splice(0)) client.kill();
  }

  private client(key: string): StreamClient {
    const client = new StreamClient(this.app.url, key);
    this.clients.push(client);
    return client;
  }
}
