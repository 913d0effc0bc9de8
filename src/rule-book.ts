/** A rule of the house: `### C1 · Identity` on its page. */
export interface Rule {
  readonly page: string;
  readonly id: string;
  readonly title: string;
}

/** A place that names a rule. */
export interface Citation {
  readonly page: string;
  readonly id: string;
}

/** What a file says about rules, and what in it cannot be read. */
export interface Reading {
  readonly citations: readonly Citation[];
  readonly faults: readonly string[];
}

export const rulePages = [
  'catalog',
  'customers-subscriptions',
  'entitlements-usage',
  'contracts-billing',
  'credits',
  'access-and-events',
] as const;

const id = String.raw`[A-Z]\d{1,2}[a-z]?`;
// Ids of threats and hazards, `A-07`, stand beside ours in titles.
const entry = String.raw`(?:${id}(?:\.\d+| row \d+)?|[A-Z]-\d{2})`;
const list = `${entry}(?:(?:, | and |–)${entry})*`;
const page = `(?:${rulePages.join('|')})`;

const inFull = new RegExp(String.raw`\b(${page}) (${list})(?![\w-])`, 'g');
const pageOfFile = new RegExp(String.raw`Domain: (${page})\b`);
/** At the head of a title, and in brackets anywhere. */
const inShort = [
  new RegExp(`(?<=['"\`])(${list})(?=:? )`, 'g'),
  new RegExp(String.raw`(?<=\()(${list})(?=\))`, 'g'),
];
// `Domain: C2` without a page.
const withoutPage = new RegExp(String.raw`(?:Domain: |\()${id}(?:, ${id})*(?![\w-])(?=[).,; ]|$)`, 'gm');

const idsIn = (text: string): string[] => text.match(new RegExp(String.raw`\b${id}(?![\w-])`, 'g')) ?? [];

/** `R3–R5` is R3, R4 and R5. */
const spread = (text: string): string[] => {
  const ranges = [...text.matchAll(/([A-Z])(\d+)–\1(\d+)/g)].flatMap(([, letter, first, last]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, step) => `${letter}${Number(first) + step}`),
  );
  return [...new Set([...idsIn(text), ...ranges])];
};

// Of the form of a threat, and of none that there is.
const elsewhere = 'Z-00';

/** The rules of a page, in its order. */
export const rulesOf = (name: string, text: string): Rule[] =>
  [...text.matchAll(/^### (\S+) · (.+)$/gm)].map(([, ruleId = '', title = '']) => ({
    page: name,
    id: ruleId,
    title,
  }));

/** A citation of the sources is always in full: the page, and after it its ids, `R3, R5` or `R3–R5`. */
export const readSource = (text: string): Reading => ({
  citations: [...text.matchAll(inFull)].flatMap(([, cited = '', ids = '']) =>
    spread(ids).map((each) => ({ page: cited, id: each })),
  ),
  faults: (text.replaceAll(inFull, '').match(withoutPage) ?? []).map((found) => `${found} names no page`),
});

/**
 * A test names the page once, `// Domain: catalog`, and may write the ids of that page alone then: at the head of a
 * title or in brackets. It names rule by rule: a range would claim more than the test proves.
 */
export const readTest = (text: string): Reading => {
  const own = pageOfFile.exec(text)?.[1];
  // What stands in full keeps its place in a list: `S4, catalog C4: …`.
  const rest = text.replaceAll(inFull, elsewhere);
  const alone = inShort.flatMap((form) => [...rest.matchAll(form)].flatMap(([, ids = '']) => idsIn(ids)));
  const full = readSource(text).citations;
  const ranges = [...text.matchAll(inFull)].filter(([, , ids = '']) => ids.includes('–'));
  return {
    citations: own === undefined ? full : [...full, ...alone.map((each) => ({ page: own, id: each }))],
    faults: [
      ...(own === undefined ? alone.map((each) => `${each} names no page`) : []),
      ...ranges.map(([found]) => `${found}: name each rule that is proven`),
    ],
  };
};
