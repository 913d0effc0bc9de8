import { addressedMapping, instant, text } from '#libs/persistence/mapping';
import { CustomerTokenSecret } from './domain/customer-token-secret';

export const customerTokenSecretMapping = addressedMapping(CustomerTokenSecret, 'customer_token_secret', {
  columns: { id: text(), sealedSecret: text(), lastFour: text(), endsAt: instant(true) },
  uniques: [{ name: 'uq_customer_token_secret_id', columns: ['id'] }],
});
