/** Currencies of the wire contract, lower-case ISO 4217. Spec: CurrencyCode of openapi.json. */
// oxfmt-ignore
export const currencyCodes = [
  'usd', 'aed', 'all', 'amd', 'ang', 'aud', 'awg', 'azn', 'bam', 'bbd', 'bdt', 'bgn', 'bif', 'bmd', 'bnd',
  'bsd', 'bwp', 'byn', 'bzd', 'brl', 'cad', 'cdf', 'chf', 'cny', 'czk', 'dkk', 'dop', 'dzd', 'egp', 'etb',
  'eur', 'fjd', 'gbp', 'gel', 'gip', 'gmd', 'gyd', 'hkd', 'hrk', 'htg', 'idr', 'ils', 'inr', 'isk', 'jmd',
  'jpy', 'kes', 'kgs', 'khr', 'kmf', 'krw', 'kyd', 'kzt', 'lbp', 'lkr', 'lrd', 'lsl', 'mad', 'mdl', 'mga',
  'mkd', 'mmk', 'mnt', 'mop', 'mro', 'mvr', 'mwk', 'mxn', 'myr', 'mzn', 'nad', 'ngn', 'nok', 'npr', 'nzd',
  'pgk', 'php', 'pkr', 'pln', 'qar', 'ron', 'rsd', 'rub', 'rwf', 'sar', 'sbd', 'scr', 'sek', 'sgd', 'sle',
  'sll', 'sos', 'szl', 'thb', 'tjs', 'top', 'try', 'ttd', 'tzs', 'uah', 'uzs', 'vnd', 'vuv', 'wst', 'xaf',
  'xcd', 'yer', 'zar', 'zmw', 'clp', 'djf', 'gnf', 'ugx', 'pyg', 'xof', 'xpf',
] as const;

export type CurrencyCode = (typeof currencyCodes)[number];

const known: ReadonlySet<string> = new Set(currencyCodes);

export const isCurrencyCode = (text: string): text is CurrencyCode => known.has(text);

// ISO 4217, not Intl: ICU drops the minor unit of currencies whose coins fell out of use (all, idr, mmk, pkr …).
// oxfmt-ignore
const withoutMinorUnit: ReadonlySet<CurrencyCode> = new Set<CurrencyCode>([
  'bif', 'clp', 'djf', 'gnf', 'isk', 'jpy', 'kmf', 'krw', 'pyg', 'rwf', 'ugx', 'vnd', 'vuv', 'xaf', 'xof', 'xpf',
]);

/** Decimals of the minor unit; no listed currency has three. Domain: contracts-billing R3. */
export const minorUnitDigits = (currency: CurrencyCode): 0 | 2 => (withoutMinorUnit.has(currency) ? 0 : 2);
