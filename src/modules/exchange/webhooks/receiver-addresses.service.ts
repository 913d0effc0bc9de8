import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Agent } from 'undici';
import { Environment } from '#libs/config/env';
import { guardedAgent } from '#libs/outbound/guarded-agent';
import { HostNames } from '#libs/outbound/host-names';
import { ReachableAddresses } from '#libs/outbound/reachable-addresses';
import type { EndpointRules } from './domain/endpoint';

/** A receiver has so long to answer. Domain: access-and-events W3 */
export const answerMs = 30_000;

/** Where webhooks may be received, and the connections there. Domain: access-and-events W5 */
@Injectable()
export class ReceiverAddresses implements OnApplicationShutdown {
  readonly rules: EndpointRules;
  readonly agent: Agent;

  constructor({ isProduction, webhookPrivateHosts }: Environment, names: HostNames) {
    const reachable = new ReachableAddresses(webhookPrivateHosts);
    this.rules = { reachable, allowsPlain: !isProduction };
    this.agent = guardedAgent(reachable, names, answerMs);
  }

  /** After those that bring messages have stopped: what is still open nobody waits for. */
  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }
}
