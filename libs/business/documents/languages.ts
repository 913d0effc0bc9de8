import { english, type Wording } from './wording';
import { french } from './wording-french';
import { german } from './wording-german';
import { spanish } from './wording-spanish';

const wordings: ReadonlyMap<string, Wording> = new Map([
  ['en', english],
  ['de', german],
  ['fr', french],
  ['es', spanish],
]);

/** Scripts that the type faces have: months and countries of other languages could not be written. */
const scripts: ReadonlySet<string> = new Set(['Latn', 'Grek', 'Cyrl', 'Jpan']);

interface Written {
  words: Wording;
  /** How numbers and days are written: always in western digits and the Gregorian calendar. */
  locale: Intl.Locale;
  /** What most of the document is written in. */
  language: string;
}

const inPlainFigures = (tag: string): Intl.Locale =>
  new Intl.Locale(tag, { numberingSystem: 'latn', calendar: 'gregory' });

/** Customers' languages are free texts: what is none is English. A language without words of its own keeps its figures. */
export function wordingOf(language: string | null): Written {
  const locale = localeOf(language);
  if (!locale || !scripts.has(locale.maximize().script ?? '')) {
    return { words: english, locale: inPlainFigures('en'), language: 'en' };
  }
  const words = wordings.get(locale.language);
  return {
    words: words ?? english,
    locale: inPlainFigures(locale.baseName),
    language: words ? locale.baseName : 'en',
  };
}

function localeOf(language: string | null): Intl.Locale | undefined {
  try {
    const [known] = Intl.NumberFormat.supportedLocalesOf(language?.trim().replaceAll('_', '-') || 'en');
    return known === undefined ? undefined : new Intl.Locale(known);
  } catch {
    return undefined;
  }
}
