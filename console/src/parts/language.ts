/**
 * The library of plots writes numbers in the language of the browser, the console all others in its own, and one page has one way to write a number.
 * Besides, Chromium on a machine without a language (`LANG=C`) tells one that no browser takes, and the library would fail before it drew anything.
 */
Object.defineProperty(navigator, 'language', { value: 'en-GB', configurable: true });
