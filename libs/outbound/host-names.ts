import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

/** What a name of the network means now. */
export abstract class HostNames {
  /** @throws what the system says of a name that means nothing */
  abstract addressesOf(hostname: string): Promise<LookupAddress[]>;
}

export class SystemHostNames extends HostNames {
  addressesOf(hostname: string): Promise<LookupAddress[]> {
    return lookup(hostname, { all: true });
  }
}
