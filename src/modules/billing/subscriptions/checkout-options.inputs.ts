import { Input } from '#libs/shape/classes';
import { Bool, Text } from '#libs/shape/decorators';

const address = { max: 2048, pattern: /^https?:\/\/[a-zA-Z0-9.:[\]-]+(?:[/?#]\S*)?$/ } as const;
const unserved = {
  optional: true,
  description: 'Answers UnsupportedParameter where it is true: the page asks for the payment alone.',
};

@Input('For who buys by themselves: where the page leads on which it is paid, where that is needed.')
export class CheckoutOption {
  @Bool(unserved) allowPromoCodes?: boolean;
  @Bool(unserved) allowTaxIdCollection?: boolean;
  @Text({ ...address, description: 'Where it leads who does not pay.' }) cancelUrl: string;
  @Bool(unserved) collectBillingAddress?: boolean;
  @Bool(unserved) collectPhoneNumber?: boolean;

  @Text({
    max: 255,
    optional: true,
    nullable: true,
    description: 'Answers UnsupportedParameter: name the subscription by id instead.',
  })
  referenceId?: string | null;

  @Text({ ...address, description: 'Where it leads who has paid.' }) successUrl: string;
}
