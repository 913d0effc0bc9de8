import type { DocumentParty } from './invoice-document';
import type { Figures } from './figures';

// Where the postal code stands behind the city.
const codeBehindCity: ReadonlySet<string> = new Set(['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'US', 'ZA']);

/** As on a letter, the country by its name. */
export function addressLines({ address }: DocumentParty, figures: Figures): string[] {
  if (!address) return [];
  const { line1, line2, city, state, postalCode, country } = address;
  const parts = codeBehindCity.has(country)
    ? [[city, state].filter(Boolean).join(', '), postalCode]
    : [postalCode, [city, state].filter(Boolean).join(', ')];
  const place = parts.filter(Boolean).join(' ');
  return [line1, line2 ?? '', place, figures.country(country)].filter((line) => line !== '');
}

/** `VAT no. DE123456789` */
export function taxIdLines({ taxIds }: DocumentParty, { words }: Figures): string[] {
  const named: Readonly<Record<string, string>> = { us_ein: 'EIN', other: words.taxNumber };
  return taxIds.map(({ type, value }) => {
    const kind = type.endsWith('_vat') ? words.vatNumber : type.replace(/^[a-z]+_/, '').toUpperCase();
    return `${Object.hasOwn(named, type) ? named[type] : kind} ${value}`;
  });
}
