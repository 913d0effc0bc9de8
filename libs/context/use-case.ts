import 'reflect-metadata';
import type { Permission } from '#libs/kernel/permission';

export interface UseCaseOptions {
  /** The one permission of this operation. `write` runs in a unit of work, `read` without a transaction. */
  needs: Permission;
  /** Buckets of the entity rate limit that this call touches. Domain: access-and-events R2. */
  touches?: (...args: never[]) => string[];
  /** Field of the answer that shows a secret: told once, null when the request is repeated. */
  answersSecret?: string;
}

export interface UseCaseFacts extends UseCaseOptions {
  /** operationId of REST = name of the GraphQL mutation; also name of span, log line and rate limit. */
  operation: string;
}

const useCaseKey = Symbol('use-case');
const withinKey = Symbol('within');

/** A named, permitted, transactional entry into the domain: what both doors call. */
export const UseCase =
  (operation: string, options: UseCaseOptions): MethodDecorator =>
  (_target, _name, descriptor: PropertyDescriptor) => {
    Reflect.defineMetadata(
      useCaseKey,
      { operation, ...options } satisfies UseCaseFacts,
      descriptor.value as object,
    );
  };

/** A service method for other modules: only inside a use case, whose decision and transaction it shares. */
export const Within = (): MethodDecorator => (_target, _name, descriptor: PropertyDescriptor) => {
  Reflect.defineMetadata(withinKey, true, descriptor.value as object);
};

export const useCaseOf = (method: object): UseCaseFacts | undefined =>
  Reflect.getMetadata(useCaseKey, method) as UseCaseFacts | undefined;

export const isWithin = (method: object): boolean => Reflect.getMetadata(withinKey, method) === true;
