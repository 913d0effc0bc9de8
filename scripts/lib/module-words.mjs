const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
const pascal = (kebab) => kebab.split('-').map(capital).join('');
const camel = (kebab) => pascal(kebab).replace(/^./, (letter) => letter.toLowerCase());
const spaced = (kebab) => kebab.replaceAll('-', ' ');
const withArticle = (words) => `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;

/** currencies → currency, boxes → box, coupons → coupon. Other plurals take --singular. */
const singularOf = (plural) =>
  plural
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh|ss)es$/, '$1')
    .replace(/([^s])s$/, '$1');

/**
 * Every spelling of an area's name that the skeleton uses, by placeholder.
 * @param {string} area plural, kebab-case: `promotion-codes`
 */
export function wordsOf(area, noun = singularOf(area)) {
  return {
    area,
    noun,
    nouns: camel(area),
    Nouns: pascal(area),
    nounVar: camel(noun),
    Noun: pascal(noun),
    aNoun: withArticle(spaced(noun)),
    ANoun: capital(withArticle(spaced(noun))),
    words: spaced(area),
    Words: capital(spaced(area)),
    Word: capital(spaced(noun)),
    table: noun.replaceAll('-', '_'),
    TABLE: noun.replaceAll('-', '_').toUpperCase(),
  };
}
