import { DomainError } from '#libs/kernel/errors/domain-error';
import { isCountryCode } from './country';

/** As it stands on a letter. */
export interface PostalAddress {
  line1: string;
  line2: string | null;
  city: string;
  state: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2, upper-case. */
  country: string;
}

export type AskedAddress = { [K in keyof PostalAddress]?: PostalAddress[K] | null };

// Where letters arrive without one, or where most places have none.
// oxfmt-ignore
const withoutPostalCode: ReadonlySet<string> = new Set([
  'AE', 'AG', 'AO', 'AW', 'BF', 'BI', 'BJ', 'BS', 'BW', 'BZ', 'CD', 'CF', 'CG', 'CI', 'CK', 'CM', 'CW', 'DJ', 'DM',
  'ER', 'FJ', 'GA', 'GD', 'GH', 'GM', 'GN', 'GQ', 'GY', 'HK', 'IE', 'JM', 'KI', 'KM', 'KN', 'KP', 'LC', 'LY', 'ML',
  'MO', 'MR', 'MW', 'NR', 'NU', 'PA', 'QA', 'RW', 'SB', 'SC', 'SL', 'SO', 'SR', 'SS', 'ST', 'SX', 'SY', 'TD', 'TG',
  'TK', 'TL', 'TO', 'TT', 'TV', 'TZ', 'UG', 'VU', 'WS', 'YE', 'ZW',
]);

const clean = (text: string | null | undefined): string | null => text?.trim() || null;

/**
 * The address that somebody sent; an empty part is none.
 * @param field its path in the request, such as `address`
 * @throws InvalidAddressError for an unknown country, and without street, city or a postal code that the country has.
 *   docs/error-codes.md tells them
 */
export function postalAddressOf(asked: AskedAddress, field: string): PostalAddress {
  const wrong = (part: string, message: string) =>
    new DomainError('InvalidAddressError', `${field}.${part} ${message}`);
  const country = clean(asked.country)?.toUpperCase();
  if (!country || !isCountryCode(country)) throw wrong('country', 'must be an ISO 3166-1 code such as DE');
  const line1 = clean(asked.line1);
  if (!line1) throw wrong('line1', 'is missing; send street and number');
  const city = clean(asked.city);
  if (!city) throw wrong('city', 'is missing');
  const postalCode = clean(asked.postalCode);
  if (!postalCode && !withoutPostalCode.has(country)) {
    throw wrong('postalCode', `is missing; addresses in ${country} have one`);
  }
  return { line1, line2: clean(asked.line2), city, state: clean(asked.state), postalCode, country };
}
