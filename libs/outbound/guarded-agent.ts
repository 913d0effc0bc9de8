import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { HostNames } from './host-names';
import { bareHost, type ReachableAddresses } from './reachable-addresses';

const connectMs = 10_000;
/** Of an answer; a receiver has little to say. */
const largestHeaderBytes = 16_384;

/** The host is private, and the operator has not named it. */
export class AddressRefused extends Error {
  readonly code = 'ERR_ADDRESS_REFUSED';

  constructor(hostname: string) {
    super(`${hostname} is at no public address`);
    this.name = 'AddressRefused';
  }
}

/** Looks a name up once and hands on only what may be connected to, so what was judged is what is connected to. */
const guardedLookup =
  (reachable: ReachableAddresses, names: HostNames): LookupFunction =>
  (hostname, options, callback) => {
    names.addressesOf(hostname).then(
      (found) => {
        const allowed = found.filter(({ address }) => reachable.allows(hostname, address));
        const [first] = allowed;
        if (!first) callback(new AddressRefused(hostname), '', 4);
        else if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 4),
    );
  };

/**
 * Connections to hosts that others name. Addresses are judged when they are connected to: of a name each time that it is looked up, of an
 * address as it stands there. Domain: access-and-events W5
 */
export function guardedAgent(reachable: ReachableAddresses, names: HostNames, timeoutMs: number): Agent {
  const connect = buildConnector({ timeout: connectMs, lookup: guardedLookup(reachable, names) });
  return new Agent({
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: largestHeaderBytes,
    pipelining: 1,
    connect: (options, callback) => {
      const host = bareHost(options.hostname);
      if (isIP(host) !== 0 && !reachable.allows(host, host)) callback(new AddressRefused(host), null);
      else connect(options, callback);
    },
  });
}
