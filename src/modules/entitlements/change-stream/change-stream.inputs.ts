import { Input } from '#libs/shape/classes';
import { ListOf } from '#libs/shape/decorators';
import { queried } from '#libs/shape/list-query';

@Input('Whose changes are told.')
export class StreamEntitlementsQuery {
  @ListOf({ min: 1, max: 255 }, { ...queried, description: 'Ids of customers; without it, everybody.' })
  customerId?: string[];
}
