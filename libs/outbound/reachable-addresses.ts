import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [base: Address, bits: number];

/** Names and networks that may be private. */
export interface PrivateHosts {
  readonly names: readonly string[];
  /** As addresses or in CIDR notation. */
  readonly networks: readonly string[];
}

/** Of IPv6 only this is handed out to the world; what embeds an address of IPv4 in it is not. */
const globalUnicast: Network = [ipaddr.parse('2000::'), 3];

/** As names are compared: without the dot of the root, in lower case. */
export const plainName = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, '');

/** An address inside brackets, as URLs write those of IPv6. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

const networkOf = (text: string): Network => {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
};

/** Is it an address or a network, as `PrivateHosts` takes them? */
export const isNetwork = (text: string): boolean => isIP(text) !== 0 || ipaddr.isValidCIDR(text);

const isWithin = (address: Address, [base, bits]: Network): boolean =>
  address.kind() === base.kind() && address.match(base, bits);

const localName = /(^|\.)localhost$/;

const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || isWithin(address, globalUnicast));

/**
 * Where the service may connect to when somebody else names the host: to public addresses, and to what the operator says. Asked of the address
 * itself when the connection is made, because a name may mean another one each time. Domain: access-and-events W5
 */
export class ReachableAddresses {
  private readonly names: ReadonlySet<string>;
  private readonly networks: readonly Network[];

  constructor({ names, networks }: PrivateHosts) {
    this.names = new Set(names.map(plainName));
    this.networks = networks.map(networkOf);
  }

  /**
   * @param hostname by which it was looked up, or the address itself
   * @param address as the system writes it; what is no address is refused
   */
  allows(hostname: string, address: string): boolean {
    if (isIP(address) === 0) return false;
    // An address of IPv4 inside one of IPv6 is the one of IPv4.
    const parsed = ipaddr.process(address);
    return isPublic(parsed) || this.isPrivateByName(hostname) || this.isPrivateByNetwork(parsed);
  }

  /** By its form, before anybody connects to it: a name may still turn out to be private. @param hostname as URLs write it */
  seemsPublic(hostname: string): boolean {
    const bare = bareHost(hostname);
    return isIP(bare) === 0 ? !localName.test(plainName(bare)) : isPublic(ipaddr.process(bare));
  }

  /** Is this host named by the operator, so that it may be private? @param hostname as URLs write it */
  isNamed(hostname: string): boolean {
    const bare = bareHost(hostname);
    return this.isPrivateByName(bare) || (isIP(bare) !== 0 && this.isPrivateByNetwork(ipaddr.process(bare)));
  }

  private isPrivateByName(hostname: string): boolean {
    return this.names.has(plainName(hostname));
  }

  private isPrivateByNetwork(address: Address): boolean {
    return this.networks.some((network) => isWithin(address, network));
  }
}
