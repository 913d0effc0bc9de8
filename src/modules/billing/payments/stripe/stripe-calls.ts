import { Logger } from '@nestjs/common';
import type Stripe from 'stripe';
import type * as z from 'zod';
import { ProviderRefusal } from '../domain/payment-provider';
import { listOf } from './answer-shapes';
import { stripeClient, type StripeSettings } from './stripe-client';
import { StripeAway, whatFailed } from './what-failed';

const logger = new Logger('StripeProvider');
const mostIssues = 5;

interface Named {
  metadata?: { key?: string } | null;
}

/** Calls whose answers have the expected shape, and fail in the two ways of the port. */
export class StripeCalls {
  private readonly stripe: Stripe;

  constructor(settings: StripeSettings) {
    this.stripe = stripeClient(settings);
  }

  /**
   * @param what the subject of the sentences that tell what went wrong
   * @throws StripeAway, StripeRefusal
   */
  async answer<S extends z.ZodType>(
    what: string,
    shape: S,
    call: (stripe: Stripe) => Promise<unknown>,
  ): Promise<z.output<S>> {
    let answer: unknown;
    try {
      answer = await call(this.stripe);
    } catch (error) {
      throw whatFailed(what, error);
    }
    return believed(what, shape, answer);
  }

  /** What was made under a key. @throws ProviderRefusal where there may be more than Stripe lists at once; StripeAway, StripeRefusal */
  async listed<S extends z.ZodType<Named>>(
    what: string,
    key: string,
    shape: S,
    call: (stripe: Stripe) => Promise<unknown>,
  ): Promise<z.output<S>[]> {
    const { data, has_more: hasMore } = await this.answer(what, listOf(shape), call);
    const named = (data as z.output<S>[]).filter(({ metadata }) => metadata?.key === key);
    if (named.length === 0 && hasMore)
      throw new ProviderRefusal(`${what}: there are more than can be looked through`);
    return named;
  }
}

/** @throws StripeAway where the answer is not of this shape: what it stands for cannot be known */
export function believed<S extends z.ZodType>(what: string, shape: S, answer: unknown): z.output<S> {
  const { data, error } = shape.safeParse(answer);
  if (!error) return data;
  // Places and rules alone: what stands there may be anything.
  const faults = error.issues.slice(0, mostIssues).map(({ path, code }) => `${placeOf(path)} ${code}`);
  logger.warn(`${what}: an answer of Stripe is not believed: ${faults.join(', ')}`);
  throw new StripeAway(`${what}: an answer of Stripe has another shape than it should`, false);
}

/** A reference becomes a part of an address. @throws ProviderRefusal for what can be none of Stripe's */
export function requireRef(ref: string, field: string): string {
  if (/^\w{1,255}$/.test(ref)) return ref;
  throw new ProviderRefusal(`${field}: no id of Stripe has this form`, true);
}

/** For a search: the value of a metadata field, exactly. */
export const metadataIs = (field: 'key' | 'environmentId' | 'customerUid', value: string): string =>
  `metadata['${field}']:"${value.replace(/["\\]/g, '\\$&')}"`;

const placeOf = (path: readonly PropertyKey[]): string =>
  path.map((each) => String(each).replace(/\W/g, '?').slice(0, 40)).join('.') || 'the whole';
