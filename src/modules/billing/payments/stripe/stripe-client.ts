import type Stripe from 'stripe';
import type { MachineClock } from '#libs/kernel/clock';
import { BoundedHttp } from './bounded-http';
import { stripeLibrary } from './stripe-library';

/** An account at Stripe, and how it is reached. */
export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  clock: MachineClock;
  /** An origin; undefined: the library's own host. */
  apiUrl?: string;
  /** What one attempt of a call may take. */
  timeoutMs?: number;
}

/** What the adapter was written against: another one is a change of this code. */
const apiVersion = '2026-10-28.endive';
const timeoutMs = 20_000;
/** A hundred payments with all that Stripe tells of each are half of it. */
const answerBytes = 2 * 1024 * 1024;
/** Whoever asked repeats it anyway, later. */
const maxNetworkRetries = 1;

export function stripeClient(settings: StripeSettings): Stripe {
  const Library = stripeLibrary();
  return new Library('', {
    authenticator: authenticatorOf(settings.secretKey),
    apiVersion,
    maxNetworkRetries,
    telemetry: false,
    httpClient: new BoundedHttp({ timeoutMs: settings.timeoutMs ?? timeoutMs, answerBytes }),
    ...(settings.apiUrl === undefined ? {} : addressOf(settings.apiUrl)),
  });
}

/** The library's own one shows the key to whoever prints the client. */
const authenticatorOf =
  (secretKey: string): NonNullable<Stripe.StripeConfig['authenticator']> =>
  async ({ headers }) => {
    headers.Authorization = `Bearer ${secretKey}`;
  };

function addressOf(url: string): Pick<Stripe.StripeConfig, 'protocol' | 'host' | 'port'> {
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? 'http' : 'https',
    // Node takes an IPv6 address without its brackets.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (isPlain ? '80' : '443'),
  };
}
