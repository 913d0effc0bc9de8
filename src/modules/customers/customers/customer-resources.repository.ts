import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
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
export class CustomerResourcesRepository {
  constructor(private readonly database: Database) {}

  async find(customerUid: string, id: string): Promise<ResourceKey | undefined> {
    const [found] = await this.database.query<ResourceKey>(find, [currentEnvironmentId(), customerUid, id]);
    return found;
  }

  /** The resource, made where it was unknown. Of two that make it at once, one waits and finds the other's. */
  async ensure(customerUid: string, id: string, now: Date): Promise<ResourceKey> {
    const known = await this.find(customerUid, id);
    if (known) return known;
    const { uid } = CustomerResource.create(customerUid, id, now);
    const values = [currentEnvironmentId(), uid, customerUid, id, now];
    const [made] = await this.database.query<ResourceKey>(insert, values);
    // A statement of its own, so that it sees what the other has committed meanwhile.
    return made ?? ((await this.find(customerUid, id)) as ResourceKey);
  }
}
