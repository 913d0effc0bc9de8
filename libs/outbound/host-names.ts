import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import type { ReachableAddresses } from './reachable-addresses';

const questionMs = 2000;
const questions = 2;
/** The system looks names up in the few threads that connections to the database wait for too. */
const lookUpsAtOnce = 2;

/** Nobody is heard of by that name in the DNS, or there is none. */
const unheard = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/** What a name of the network means now. */
export abstract class HostNames {
  /** @throws what the system says of a name that means nothing */
  abstract addressesOf(hostname: string): Promise<LookupAddress[]>;
}

/** Asks for the addresses of one kind of a name. */
type Ask = (hostname: string) => Promise<string[]>;

/**
 * Asks the DNS without a thread, so that names whose servers are silent hold up nobody: what others name may be as many of those as they like.
 * The system is asked for what the operator names, and where the DNS knows nothing: a file of this machine, or its own domain, may. ADR-0124
 */
export class SystemHostNames extends HostNames {
  private readonly waiting: (() => void)[] = [];
  private out = 0;

  constructor(
    private readonly reachable: ReachableAddresses,
    private readonly dns: { resolve4: Ask; resolve6: Ask } = new Resolver({
      timeout: questionMs,
      tries: questions,
    }),
    private readonly system: (hostname: string) => Promise<LookupAddress[]> = (hostname) =>
      lookup(hostname, { all: true }),
  ) {
    super();
  }

  async addressesOf(hostname: string): Promise<LookupAddress[]> {
    const isOwn = this.reachable.isNamed(hostname) || !this.reachable.seemsPublic(hostname);
    return (isOwn ? undefined : await this.fromDns(hostname)) ?? (await this.fromSystem(hostname));
  }

  /** Undefined where it knows none. @throws Error where it does not answer */
  private async fromDns(hostname: string): Promise<LookupAddress[] | undefined> {
    const asked = await Promise.allSettled([this.dns.resolve4(hostname), this.dns.resolve6(hostname)]);
    const found = asked.flatMap((answer, place) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: place === 0 ? 4 : 6 }))
        : [],
    );
    if (found.length > 0) return found;
    const isUnheard = asked.every(
      (answer) => answer.status === 'fulfilled' || unheard.has(codeOf(answer.reason)),
    );
    if (isUnheard) return undefined;
    throw Object.assign(new Error(`${hostname} could not be looked up`), { code: 'EAI_AGAIN' });
  }

  private async fromSystem(hostname: string): Promise<LookupAddress[]> {
    if (this.out >= lookUpsAtOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.out++;
    try {
      return await this.system(hostname);
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.out--;
    }
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code);
