import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { badInput } from '#libs/kernel/errors/domain-error';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { customerResourceMapping } from './customer-resource.mapping';
import { CustomerResource } from './domain/customer-resource';

/** What others keep of a resource. */
export interface ResourceKey {
  uid: string;
  id: string;
}

const find =
  'select uid, id from customer_resource where environment_id = $1 and customer_uid = $2 and id = $3';
const insert = `insert into customer_resource (environment_id, uid, customer_uid, id, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $5)
         on conflict on constraint uq_customer_resource_id do nothing
         returning uid, id`;

@Injectable()
export class CustomerResourcesRepository extends TenantTable<CustomerResource> {
  constructor(persistence: Persistence) {
    super(persistence, customerResourceMapping);
  }

  async find(customerUid: string, id: string): Promise<ResourceKey | undefined> {
    const values = [currentEnvironmentId(), customerUid, id];
    const [found] = await this.persistence.database.query<ResourceKey>(find, values);
    return found;
  }

  /** The resource, made where it was unknown. Of two that make it at once, one waits and finds the other's. */
  async ensure(customerUid: string, id: string, now: Date): Promise<ResourceKey> {
    const known = await this.find(customerUid, id);
    if (known) return known;
    const { uid } = CustomerResource.create(customerUid, id, now);
    const values = [currentEnvironmentId(), uid, customerUid, id, now];
    const [made] = await this.persistence.database.query<ResourceKey>(insert, values);
    // A statement of its own, so that it sees what the other has committed meanwhile.
    return made ?? ((await this.find(customerUid, id)) as ResourceKey);
  }

  /**
   * Their ids are unique within their customer only, so a cursor is looked up among the customer's own.
   * @throws BadUserInput for a cursor that names none of them
   */
  async list(customerUid: string, request: PageRequest): Promise<Page<CustomerResource>> {
    const { cursor } = request;
    const place = cursor === undefined ? undefined : await this.find(customerUid, cursor);
    if (cursor !== undefined && !place) throw badInput('The cursor names no object of this list');
    const filter = new Predicate().equals('t.customer_uid', customerUid);
    return this.pageByKey({ ...request, cursor: place?.uid }, filter);
  }
}
