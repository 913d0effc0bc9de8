import { newUid } from './ids';

/** What every stored object has: a tenant, a key ordered by creation, and two instants. */
export abstract class TenantEntity {
  environmentId: string;
  uid: string;
  createdAt: Date;
  updatedAt: Date;

  /** A new object with its key; the repository gives it its tenant. */
  protected static instantiate<T extends TenantEntity>(
    type: { prototype: T },
    state: Omit<Partial<T>, keyof TenantEntity>,
    now: Date,
  ): T {
    const entity = Object.create(type.prototype) as T;
    return Object.assign(entity, state, { uid: newUid(), createdAt: now, updatedAt: now });
  }
}

/** The state of an entity as it is now, for comparing it with what becomes of it. */
export const copyOf = <T extends object>(entity: T): T =>
  Object.assign(Object.create(Object.getPrototypeOf(entity) as object) as T, entity);
