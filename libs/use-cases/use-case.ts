import 'reflect-metadata';
import { Inject, type Type } from '@nestjs/common';
import { requireContext, type About } from '#libs/context/request-context';
import type { Soon } from '#libs/kernel/soon';
import type { Permission } from '#libs/kernel/permission';
import { isListed, type Answer } from './answer';

/** Who of those that hold a publishable key may ask: anybody, or a customer for itself. Domain: access-and-events B3 */
export type OpenTo = 'PUBLIC' | 'CUSTOMER';

/** What descriptions tell of who may ask. */
export function openness({ needs, opens, about }: Pick<UseCaseFacts, 'needs' | 'opens' | 'about'>): string {
  return `Needs ${needs}.${ofKeys(opens)}${ofUsers(about)}`;
}

function ofKeys(opens: OpenTo | undefined): string {
  if (!opens) return '';
  return opens === 'PUBLIC'
    ? ' Open to publishable keys.'
    : ' Open to publishable keys in the name of a customer, who is told of itself.';
}

function ofUsers(about: About | undefined): string {
  if (about === 'account') return ' Of a user about the account: X-ENVIRONMENT-ID may be left out.';
  return about === 'user' ? ' Of any user who is signed in: neither account nor environment is named.' : '';
}

/** What is true of an operation, whichever door asks for it. ADR-0044 */
export interface UseCaseOptions {
  /** The one permission of this operation. `write` runs in a unit of work, `read` without a transaction. */
  needs: Permission;
  answers: Answer;
  /** An environment, where nothing is said. */
  about?: About;
  /** One line for the API reference and the schema. */
  summary: string;
  /**
   * The work commits by itself, together with that of other requests, before it answers. With an Idempotency-Key or an If-Match it
   * runs in a unit of work as others do, because those belong to one commit with it.
   *
   * `last`: it asks somebody outside, which no transaction may wait for. What it answers it commits by `LastCommit`, together with the stored
   * answer of an Idempotency-Key; what it commits before stays, whatever becomes of the rest. ADR-0092
   */
  commits?: 'grouped' | 'last';
  /** It answers sums or a course of many rows, as a list answers rows: nothing is decided by it. Lists need not say so. */
  isReport?: true;
  /** Buckets of the entity rate limit that this call touches. Domain: access-and-events R2. */
  touches?: (...args: never[]) => string[];
  /** To publishable keys; to none of them where nothing is said. `test/arch/public-operations.spec.ts` lists all. */
  opens?: OpenTo;
  /** Of one that is open to a customer: about whom the call asks; undefined where it names nobody. */
  asksAbout?: (...args: never[]) => string | readonly string[] | undefined;
  /** Fields of the answer that show a secret: told once, null when the request is repeated. */
  answersSecret?: string | readonly string[];
}

export interface UseCaseFacts extends UseCaseOptions {
  /** operationId of REST = name of the GraphQL mutation; also name of span, log line and rate limit. */
  operation: string;
}

/** A list or a report: what it reads may come from a replica. `test/arch/listings.spec.ts` lists what is none of them. ADR-0128 */
export const isListing = ({ needs, answers, isReport }: UseCaseFacts): boolean =>
  needs.endsWith(':read') && (isReport === true || isListed(answers));

const useCaseKey = Symbol('use-case');
const withinKey = Symbol('within');

type Method<A> = (this: object, ...args: unknown[]) => A;

/** What runs around every use case. */
export abstract class UseCases {
  abstract run(facts: UseCaseFacts, args: unknown[], work: () => Soon<unknown>): Soon<unknown>;
}

const useCases = Symbol('use-cases');

/** A service as the framework makes it: each that has a use case is given what runs around it. */
function runnerOf(service: { [useCases]?: UseCases }, name: string): UseCases {
  const runner = service[useCases];
  if (runner) return runner;
  throw new Error(`${name}() is a use case: let the framework make its service, with UseCases`);
}

/**
 * A named, permitted, transactional entry into the domain: what both doors call. The method is wrapped here, so there is no way
 * past its permission and its transaction, whoever makes the service and however it is called.
 */
export const UseCase =
  (operation: string, options: UseCaseOptions): MethodDecorator =>
  (target, name, descriptor: PropertyDescriptor) => {
    const method = descriptor.value as Method<Soon<unknown>>;
    const facts: UseCaseFacts = { operation, ...options };
    Inject(UseCases)(target, useCases);
    descriptor.value = function (this: object, ...args: unknown[]): Soon<unknown> {
      return runnerOf(this, String(name)).run(facts, args, () => method.apply(this, args));
    };
    Reflect.defineMetadata(useCaseKey, facts, descriptor.value as object);
  };

/** A service method for other modules: only inside a use case, whose decision and transaction it shares. */
export const Within = (): MethodDecorator => (_target, name, descriptor: PropertyDescriptor) => {
  const method = descriptor.value as Method<unknown>;
  descriptor.value = function (this: object, ...args: unknown[]): unknown {
    if (!requireContext().useCase) throw new Error(`${String(name)}() is for use cases only`);
    return method.apply(this, args);
  };
  Reflect.defineMetadata(withinKey, true, descriptor.value as object);
};

export const useCaseOf = (method: object): UseCaseFacts | undefined =>
  Reflect.getMetadata(useCaseKey, method) as UseCaseFacts | undefined;

type MethodOf<S> = {
  [K in keyof S]: S[K] extends (...args: never[]) => Soon<object> ? K : never;
}[keyof S] &
  string;

/** The use case behind a door: a service and the method of it that both doors call. */
export type Served<S> = [service: Type<S>, method: MethodOf<S>];

export function factsOf<S extends object>(...[service, method]: Served<S>): UseCaseFacts {
  const facts = useCaseOf((service.prototype as S)[method] as object);
  if (!facts) throw new Error(`${service.name}.${method} is no use case`);
  return facts;
}

export const isWithin = (method: object): boolean => Reflect.getMetadata(withinKey, method) === true;
