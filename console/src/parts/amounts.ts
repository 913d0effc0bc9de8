const numbers = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 10 });

/** A count or an amount of the wire, with its thousands apart. */
export const tellNumber = (value: number | string | null | undefined): string =>
  value === null || value === undefined ? '–' : numbers.format(Number(value));

/** An amount in its currency, with as many digits as the currency has, or more where the amount has more. */
export function tellMoney(amount: number | string | null | undefined, currency?: string | null): string {
  if (amount === null || amount === undefined) return '–';
  if (!currency || !/^[A-Za-z]{3}$/.test(currency)) return tellNumber(amount);
  return new Intl.NumberFormat('en-GB', {
    ...{ style: 'currency', currency: currency.toUpperCase(), maximumFractionDigits: 10 },
  }).format(Number(amount));
}

const words: Record<string, string> = { Id: 'id', Ids: 'ids', Url: 'URL', Pdf: 'PDF' };

/** `usageLimit`, `IN_TRIAL` as people read them: `Usage limit`, `In trial`. */
export function tellName(name: string): string {
  if (/^[a-z]{3}$/.test(name)) return name.toUpperCase();
  const parts = /[a-z]/.test(name)
    ? name.split(/(?=[A-Z])|[_.]/).map((part) => words[part] ?? part.toLowerCase())
    : name.toLowerCase().split('_');
  const text = parts.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
