import { View } from '#libs/shape/classes';
import { Int, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type {
  CustomerTokenSecret as StoredSecret,
  CustomerTokenSecretStatus,
} from './domain/customer-token-secret';

const StatusEnum = enumShape<CustomerTokenSecretStatus>('CustomerTokenSecretStatus', [
  'ACTIVE',
  'ENDING',
  'ENDED',
]);

@View('Under which customer tokens are signed.')
export class CustomerTokenSecret {
  @Text() id: string;
  @OneOf(StatusEnum, { description: 'ENDING: valid until endsAt.' }) status: CustomerTokenSecretStatus;
  @Text({ description: 'The last four characters of the secret.' }) lastFour: string;
  @Timestamp({ nullable: true, description: 'Null: until it is ended.' }) endsAt: Date | null;
  @Timestamp() createdAt: Date;

  @Text({
    optional: true,
    nullable: true,
    description: 'Shown once, when it is made; null when that request is repeated.',
  })
  secret?: string | null;

  static from(stored: StoredSecret, now: Date, secret?: string): CustomerTokenSecret {
    const { id, lastFour, endsAt, createdAt } = stored;
    const told = { id, status: stored.statusAt(now), lastFour, endsAt, createdAt };
    return secret === undefined ? told : { ...told, secret };
  }
}

@View('Of secrets that were sealed anew.')
export class ResealedSecrets {
  @Int() resealed: number;
}
