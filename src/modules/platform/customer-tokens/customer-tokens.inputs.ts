import { Input } from '#libs/shape/classes';
import { Int } from '#libs/shape/decorators';
import { ListQuery } from '#libs/shape/list-query';

const hoursOfAYear = 8784;

@Input('A new secret under which customer tokens are signed.')
export class CreateCustomerTokenSecretBody {
  @Int({
    min: 0,
    max: hoursOfAYear,
    optional: true,
    description:
      'Hours until the secrets from before end; 0 ends them now. Without it they hold until they are ended.',
  })
  graceHours?: number;
}

export class ListCustomerTokenSecretsQuery extends ListQuery {}
