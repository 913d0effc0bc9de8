import { badInput } from '#libs/kernel/errors/domain-error';

/** Below this ports belong to the system's services; receivers of HTTPS among them listen at one. */
const firstFreePort = 1024;
/** Of other protocols: nobody receives webhooks there, and what listens might take a request for something else. */
const otherProtocols = new Set([
  ...[1433, 1521, 2049, 2375, 3306, 3389, 5432, 5672, 5900, 5984, 6000, 6379, 6667, 8086, 9042, 9092, 9200],
  ...[9300, 11_211, 15_672, 25_565, 27_017],
]);

/** Where webhooks may be received. */
export interface EndpointRules {
  reachable: { seemsPublic(hostname: string): boolean; isNamed(hostname: string): boolean };
  /** Without TLS, at hosts that the operator named: for a receiver under development. */
  allowsPlain: boolean;
}

const refusal = (what: string): Error => badInput(`endpoint ${what}`);

function requirePort({ port, protocol }: URL): void {
  if (port === '') return;
  const number = Number(port);
  const isOwn = number === (protocol === 'https:' ? 443 : 80);
  if (isOwn || (number >= firstFreePort && !otherProtocols.has(number))) return;
  throw refusal(`may not name the port ${port}; take 443, or one from ${firstFreePort} on that serves HTTPS`);
}

/**
 * The address of a receiver, as it is stored. Its host is judged again whenever it is connected to (libs/outbound): a name may mean
 * anything by then. Domain: access-and-events W1, W5
 * @throws BadUserInput
 */
export function endpointOf(text: string, { reachable, allowsPlain }: EndpointRules): string {
  if (!URL.canParse(text)) throw refusal('must be an address such as https://hooks.example.com/path');
  const url = new URL(text);
  const isNamed = reachable.isNamed(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowsPlain && isNamed))
    throw refusal('must begin with https://');
  if (url.username || url.password)
    throw refusal('may not hold a user or password; messages are signed instead');
  requirePort(url);
  if (!isNamed && !reachable.seemsPublic(url.hostname))
    throw refusal(
      `must be reachable from the internet; ${url.hostname} is not, unless the operator names it in WEBHOOK_PRIVATE_HOSTS`,
    );
  url.hash = '';
  return url.href;
}
