import { AsyncLocalStorage } from 'node:async_hooks';
import type { CustomerTokens, ProvenCustomer } from '#libs/credentials/customer-token';
import { newUid } from '#libs/kernel/ids';
import type { DomainError } from '#libs/kernel/errors/domain-error';
import type { Permission } from '#libs/kernel/permission';
import { entityTagOf } from './entity-tag';
import type { Precondition } from './precondition';

export type Door = 'REST' | 'GRAPHQL' | 'WORKER';

/**
 * What an operation is about: an environment, the account that owns environments, or nothing but the user who asks, who need be no member
 * of any account. ADR-0111
 */
export type About = 'environment' | 'account' | 'user';

/** Who asks. The environment comes from the credential only, never from a body, a path or a header of a key. */
export interface Principal {
  /** CUSTOMER: a publishable key in the name of a customer. SCHEDULER: the service, for what had fallen due. */
  readonly kind:
    | 'FULL_ACCESS_KEY'
    | 'SCOPED_KEY'
    | 'PUBLISHABLE_KEY'
    | 'CUSTOMER'
    | 'USER'
    | 'SCHEDULER'
    | 'SYSTEM';
  /** Key uid, user subject or job name; told in the activity log. */
  readonly actor: string;
  readonly accountId: string;
  /** Absent for a user who named no environment. */
  readonly environmentId?: string;
  /** Which of its secrets, in the order in which it was given them, a key was shown by. Domain: access-and-events Y3 */
  readonly secretNo?: number;
  /** Of a publishable key: in whose name it may speak. Domain: access-and-events B4 */
  readonly customerTokens?: CustomerTokens;
  /** In whose name it speaks. */
  readonly customer?: ProvenCustomer;
  /** Of a user whose token says that single sign-on was the way. */
  readonly isSso?: true;
  /** Of a user: why nothing can be asked about such a subject; which operation asks is known later. Domain: access-and-events B5 */
  readonly refusals?: Readonly<Partial<Record<About, DomainError>>>;
  may(permission: Permission): boolean;
}

/** Where a request came from, for the log. */
export interface Origin {
  readonly address: string;
  /** Method and pattern of the route, never the path as sent. */
  readonly route: string;
  /** What the caller came with, whether it is good or not. */
  readonly presented: 'API_KEY' | 'BEARER' | 'NOTHING';
}

/** Of which state the answers of a request are, told in its headers. ADR-0054 */
export interface ToldStanding {
  /** Place of what was written, in the database's order of changes; 0: nothing was. */
  written: number;
  /** Place of the oldest state that was read; undefined: none was. */
  read?: number;
  /** How old the state may be that was read. */
  stalenessMs?: number;
}

export interface RequestContext {
  readonly requestId: string;
  readonly door: Door;
  principal?: Principal;
  /** Of requests that came over a door. */
  origin?: Origin;
  /** Of a publishable key whose headers name no customer: the operation does. Domain: access-and-events B4 */
  customerToken?: string;
  /** Name of the outermost use case; nested ones inherit its decision. */
  useCase?: string;
  /** Whether that is a list or a report, which may be read from a replica. ADR-0128 */
  isListing?: boolean;
  /** Client's key for applying a write once. Domain: access-and-events B9. */
  idempotencyKey?: string;
  /** Of the body, as it came. */
  bodyBytes?: number;
  /** Set when the body is so large that to read it once is a long turn. */
  isLarge?: boolean;
  /** Of a use case that commits by itself: how it commits what it answers. */
  commit?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Entity tags of `If-Match`: the states that the caller of a write has read. Domain: catalog C10 */
  ifMatch?: readonly string[];
  /** Of the write that is running. */
  precondition?: Precondition;
  /** Of the one object that this request answers. */
  entityTag?: string | null;
  /** Set when what should be made was there already. */
  wasThere?: boolean;
  /** Set when a stored answer was given again. */
  replayed?: boolean;
  /** Set when the environment's rate was asked for the operation of this request. */
  isCounted?: true;
  /** The version that a check must have seen, at least. ADR-0054 */
  atLeast?: number;
  /** Up to where the caller of a stream was told, as the header `Last-Event-ID` says it. */
  lastPlace?: string;
  /** One for all root fields of a GraphQL request. */
  readonly standing: ToldStanding;
  /** The rate-limit bucket of this request that is nearest to its limit. */
  nearestLimit?: { bucket: string; limit: number; remaining: number; resetMs: number; windowMs: number };
  /** Where the clock stands for what is carried out as of an instant gone by. ADR-0065 */
  instant?: Date;
  /** Per-request batching, one entry per loader. */
  readonly loaders: Map<string, unknown>;
  /** What a turn of several subjects has read already. */
  readonly remembered?: Map<string, unknown>;
}

/** The service itself, which may everything. @param actor as the activity log tells it */
export const systemPrincipal = (
  actor: string,
  environmentId: string | undefined,
  accountId = '',
): Principal => ({ kind: 'SYSTEM', actor, accountId, environmentId, may: () => true });

/** The service itself, for what its time has come. Domain: access-and-events W8 */
const schedulerPrincipal = (
  actor: string,
  environmentId: string | undefined,
  accountId?: string,
): Principal => ({ ...systemPrincipal(actor, environmentId, accountId), kind: 'SCHEDULER' });

const storage = new AsyncLocalStorage<RequestContext>();

export const newContext = (requestId: string, door: Door): RequestContext => ({
  requestId,
  door,
  standing: { written: 0 },
  loaders: new Map(),
});

/** Of what no request does, or in another name than that of the request. */
export const workerContext = (requestId: string, principal: Principal, useCase: string): RequestContext => ({
  ...newContext(requestId, 'WORKER'),
  principal,
  useCase,
});

/** Each of its fields, so that none is forgotten. */
type Whole<T> = { [Field in keyof Required<T>]: T[Field] };

/** Field by field: contexts have many forms, and a spread of such objects takes 2 µs. */
export const copyOf = (context: RequestContext): Whole<RequestContext> => ({
  requestId: context.requestId,
  door: context.door,
  principal: context.principal,
  origin: context.origin,
  customerToken: context.customerToken,
  useCase: context.useCase,
  isListing: context.isListing,
  commit: context.commit,
  idempotencyKey: context.idempotencyKey,
  isLarge: context.isLarge,
  bodyBytes: context.bodyBytes,
  ifMatch: context.ifMatch,
  precondition: context.precondition,
  entityTag: context.entityTag,
  wasThere: context.wasThere,
  replayed: context.replayed,
  isCounted: context.isCounted,
  atLeast: context.atLeast,
  lastPlace: context.lastPlace,
  standing: context.standing,
  nearestLimit: context.nearestLimit,
  instant: context.instant,
  loaders: context.loaders,
  remembered: context.remembered,
});

export const runInContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);

/**
 * Does what fell due as of its instant, however late it is done, and in the name of nobody but the service: what the caller of a request
 * knows or expects of an object says nothing about it. ADR-0065
 * @param actor as the activity log tells it
 */
export function atInstant<T>(instant: Date, actor: string, work: () => T): T {
  const context = requireContext();
  const { accountId = '', environmentId } = context.principal ?? {};
  const principal = schedulerPrincipal(actor, environmentId, accountId);
  const told = { ifMatch: undefined, precondition: undefined, idempotencyKey: undefined };
  return storage.run({ ...copyOf(context), ...told, principal, instant }, work);
}

/** Holds the clock for a piece of work of this request, so that all of it is of one instant. */
export const heldAt = <T>(instant: Date, work: () => T): T =>
  storage.run({ ...copyOf(requireContext()), instant }, work);

/** What the service does by itself in an environment, outside any request. @param actor as the activity log tells it */
export const runAsSystem = <T>(actor: string, environmentId: string | undefined, work: () => T): T =>
  runInContext(workerContext(newUid(), systemPrincipal(actor, environmentId), actor), work);

/** The same of what has fallen due there. @param actor as the activity log tells it */
export const runAsScheduler = <T>(actor: string, environmentId: string | undefined, work: () => T): T =>
  runInContext(workerContext(newUid(), schedulerPrincipal(actor, environmentId), actor), work);

/** A group is written for several who ask: it may be none of them in whose context that is. @param actor in whose name the work is */
export function inTheNameOf<T>(actor: string, useCase: string, work: () => T): T {
  const { requestId, principal } = requireContext();
  const named = systemPrincipal(actor, principal?.environmentId, principal?.accountId);
  return runInContext(workerContext(requestId, named, useCase), work);
}

/** What outlives a list or decides something is read from the primary also where a list asks for it. */
export function fromPrimary<T>(work: () => T): T {
  const context = storage.getStore();
  return context?.isListing ? storage.run({ ...copyOf(context), isListing: false }, work) : work();
}

export const currentContext = (): RequestContext | undefined => storage.getStore();

export function requireContext(): RequestContext {
  const context = storage.getStore();
  if (!context) throw new Error('No request context: wrap the call in runInContext()');
  return context;
}

/** In whose name the work is done, as the activity log tells it. */
export const currentActor = (): string => requireContext().principal?.actor ?? 'system';

/** Whether who asks has this permission. */
export const callerMay = (permission: Permission): boolean =>
  requireContext().principal?.may(permission) ?? false;

/** The tenant of this request. Every query on a tenant table starts from it. */
export function currentEnvironmentId(): string {
  const id = storage.getStore()?.principal?.environmentId;
  if (!id) throw new Error('No environment in the request context');
  return id;
}

/** The account of this request. What stands beside its environments starts from it. */
export function currentAccountId(): string {
  const id = storage.getStore()?.principal?.accountId;
  if (!id) throw new Error('No account in the request context');
  return id;
}

/** Whom the publishable key of this request speaks for; undefined for all other callers, who are bound to no customer. */
export const ownCustomerId = (): string | undefined => storage.getStore()?.principal?.customer?.id;

/** Who holds a publishable key, for itself or in the name of a customer. */
export const isInPublic = (principal: Principal | undefined): boolean =>
  principal?.kind === 'PUBLISHABLE_KEY' || principal?.kind === 'CUSTOMER';

/** Does a page that anybody may read ask? What is not public yet does not exist for it. Domain: access-and-events B3 */
export const asksInPublic = (): boolean => isInPublic(storage.getStore()?.principal);

/** What this write should make is there already: REST answers 200 instead of 201. Domain: contracts-billing C2 */
export function noteWasThere(): void {
  requireContext().wasThere = true;
}

/** The entity tag of an answer goes into its header; of several root fields of GraphQL none does. Domain: catalog C10 */
export function noteEntityTag(answer: unknown): void {
  const context = storage.getStore();
  if (!context) return;
  context.entityTag = context.entityTag === undefined ? (entityTagOf(answer) ?? null) : null;
}
