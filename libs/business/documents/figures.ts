import { Decimal } from '#libs/kernel/decimal';
import type { Day, Exact } from './invoice-document';
import { wordingOf } from './languages';
import type { Wording } from './wording';

interface Customs {
  language: string | null;
  timeZone: string | null;
  currency: string;
  minorUnitDigits: number;
}

const maxDecimals = 12;

/** Numbers, days and words as the customer writes them. No number passes through a float. Domain: contracts-billing R6 */
export class Figures {
  readonly words: Wording;
  /** BCP 47 of what is written. */
  readonly language: string;
  private readonly currency: string;
  private readonly digits: number;
  private readonly locale: Intl.Locale;
  private readonly timeZone: string;

  constructor({ language, timeZone, currency, minorUnitDigits }: Customs) {
    const { locale, words, language: written } = wordingOf(language);
    this.words = words;
    this.language = written;
    this.locale = locale;
    this.currency = currency.toUpperCase();
    this.digits = minorUnitDigits;
    this.timeZone = knownTimeZone(timeZone);
  }

  /** `USD 1,234.50` */
  money(exact: Exact): string {
    const style = { style: 'currency', currency: this.currency, currencyDisplay: 'code' } as const;
    return this.written(exact, { ...style, ...this.decimals(this.digits, this.digits) });
  }

  /** `1,234.50` */
  amount(exact: Exact): string {
    return this.written(exact, this.decimals(this.digits, this.digits));
  }

  unitPrice(exact: Exact): string {
    return this.written(exact, this.decimals(this.digits, maxDecimals));
  }

  quantity(exact: Exact): string {
    return this.written(exact, this.decimals(0, maxDecimals));
  }

  percent(exact: Exact): string {
    const share = new Decimal(exact).div(100).toFixed();
    return this.written(share, { style: 'percent', ...this.decimals(0, maxDecimals) });
  }

  day(day: Day): string {
    const at = new Date(`${day}T00:00:00.000Z`);
    return new Intl.DateTimeFormat(this.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
  }

  span({ start, end }: { start: Day; end: Day }): string {
    return `${this.day(start)} – ${this.day(end)}`;
  }

  /** The day on which it is there. */
  instant(at: Date): string {
    return new Intl.DateTimeFormat(this.locale, { dateStyle: 'medium', timeZone: this.timeZone }).format(at);
  }

  country(code: string): string {
    if (!/^[A-Z]{2}$/.test(code)) return code;
    return new Intl.DisplayNames(this.locale, { type: 'region', fallback: 'code' }).of(code) ?? code;
  }

  private decimals(minimumFractionDigits: number, maximumFractionDigits: number) {
    return { minimumFractionDigits, maximumFractionDigits };
  }

  /** A text is formatted digit for digit, whatever its length. */
  private written(exact: Exact, options: Intl.NumberFormatOptions): string {
    const text = new Decimal(exact).toFixed() as `${number}`;
    return new Intl.NumberFormat(this.locale, { signDisplay: 'negative', ...options }).format(text);
  }
}

/** Customers' time zones are free texts. */
function knownTimeZone(timeZone: string | null): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timeZone ?? 'UTC' }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
