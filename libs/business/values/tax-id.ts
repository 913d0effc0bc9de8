import { DomainError } from '#libs/kernel/errors/domain-error';

/** A number under which a tax office knows somebody, with the kind of number that it is. */
export interface TaxId {
  type: string;
  value: string;
}

// VAT numbers of the EU and Northern Ireland behind their country prefix.
const euVat = new RegExp(
  `^(${[
    'ATU\\d{8}',
    'BE[01]\\d{9}',
    'BG\\d{9,10}',
    'CY\\d{8}[A-Z]',
    'CZ\\d{8,10}',
    '(DE|EE|EL|PT)\\d{9}',
    '(DK|FI|HU|LU|MT|SI)\\d{8}',
    'ES[A-Z0-9]\\d{7}[A-Z0-9]',
    'FR[A-Z0-9]{2}\\d{9}',
    '(HR|IT|LV)\\d{11}',
    'IE(\\d{7}[A-W][A-I]?|\\d[A-Z+*]\\d{5}[A-W])',
    'LT(\\d{9}|\\d{12})',
    'NL\\d{9}B\\d{2}',
    '(PL|SK)\\d{10}',
    'RO\\d{2,10}',
    'SE\\d{12}',
    'XI(\\d{9}|\\d{12}|GD\\d{3}|HA\\d{3})',
  ].join('|')})$`,
);

/** How the value of each type looks in upper case, without blanks, dots, hyphens and slashes. */
const formats: ReadonlyMap<string, RegExp> = new Map([
  ['ae_trn', /^\d{15}$/],
  ['au_abn', /^\d{11}$/],
  ['br_cnpj', /^[A-Z0-9]{12}\d{2}$/],
  ['br_cpf', /^\d{11}$/],
  ['ca_bn', /^\d{9}$/],
  ['ca_gst_hst', /^\d{9}RT\d{4}$/],
  ['ch_uid', /^CHE\d{9}$/],
  ['ch_vat', /^CHE\d{9}(MWST|TVA|IVA)$/],
  ['eu_vat', euVat],
  ['gb_vat', /^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/],
  ['il_vat', /^\d{9}$/],
  ['in_gst', /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]Z[A-Z0-9]$/],
  ['is_vat', /^\d{5,6}$/],
  ['jp_cn', /^\d{13}$/],
  ['jp_trn', /^T\d{13}$/],
  ['kr_brn', /^\d{10}$/],
  ['mx_rfc', /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/],
  ['no_vat', /^(NO)?\d{9}(MVA)?$/],
  ['nz_gst', /^\d{8,9}$/],
  ['sa_vat', /^3\d{13}3$/],
  ['sg_uen', /^([TSR]?\d{2,8}[A-Z]{0,2}\d{0,4}[A-Z])$/],
  ['tr_tin', /^\d{10}$/],
  ['ua_vat', /^\d{8,12}$/],
  ['us_ein', /^\d{9}$/],
  ['za_vat', /^4\d{9}$/],
  // Of a country or kind that this list does not know: told as it is, unchecked.
  ['other', /^.{1,50}$/],
]);

export const taxIdTypes: readonly string[] = [...formats.keys()];

const compact = (value: string): string => value.replace(/[\s./-]/g, '').toUpperCase();

/**
 * The form of a number, not whether a tax office knows it. `other` takes any text.
 * @param field its path in the request, such as `taxIds[0]`
 * @throws InvalidTaxId. Domain: contracts-billing R5
 */
export function requireTaxId({ type, value }: TaxId, field: string): void {
  const format = formats.get(type);
  if (!format) {
    throw new DomainError('InvalidTaxId', `${field}.type must be one of ${taxIdTypes.join(', ')}`);
  }
  if (format.test(compact(value))) return;
  throw new DomainError('InvalidTaxId', `${field}.value is no ${type}; correct the value or the type`);
}

/** @throws InvalidTaxId for the first that is none, and for one that is sent twice */
export function requireTaxIds(taxIds: readonly TaxId[], field: string): void {
  const seen = new Set<string>();
  taxIds.forEach((taxId, index) => {
    requireTaxId(taxId, `${field}[${index}]`);
    const key = `${taxId.type} ${compact(taxId.value)}`;
    if (seen.has(key)) {
      throw new DomainError('InvalidTaxId', `${field}[${index}] is there already; send each tax id once`);
    }
    seen.add(key);
  });
}
