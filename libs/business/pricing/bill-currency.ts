import { type CurrencyCode } from '#libs/business/values/currency';
import { badInput } from '#libs/kernel/errors/domain-error';
import { type Charge } from './charge';

interface BilledIn {
  readonly currency: CurrencyCode;
  readonly uses: readonly { readonly charge: Pick<Charge, 'ref' | 'currency'> }[];
  readonly minimumSpend: { readonly currency: CurrencyCode } | null;
}

/**
 * A bill has one currency and nothing converts into it; what is paid in credits has none. Domain: catalog R9;
 * contracts-billing R4.
 * @throws BadUserInput naming the charge
 */
export const requireBillCurrency = ({ currency, uses, minimumSpend }: BilledIn): void => {
  for (const { charge } of uses) {
    if (charge.currency === null || charge.currency === currency) continue;
    throw badInput(
      `the price of ${charge.ref} is in ${charge.currency}; send it in ${currency} like the bill`,
    );
  }
  if (minimumSpend && minimumSpend.currency !== currency) {
    throw badInput(`minimumSpend is in ${minimumSpend.currency}; send it in ${currency} like the bill`);
  }
};
