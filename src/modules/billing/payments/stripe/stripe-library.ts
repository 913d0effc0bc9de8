import { createRequire } from 'node:module';
import type Stripe from 'stripe';

const load = createRequire(__filename);

/** Loaded with the first call: most starts want none of it, and it takes an eighth of a second. */
export const stripeLibrary = (): typeof Stripe => load('stripe') as typeof Stripe;
