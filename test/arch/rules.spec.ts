import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readRuleBook, renderRuleIndex, ruleIndexFile } from '../../src/rule-index';
import { readSource, readTest, rulesOf } from '../../src/rule-book';

const root = resolve(__dirname, '../..');
const book = readRuleBook(root);
const nameOf = ({ page, id }: { page: string; id: string }): string => `${page} ${id}`;
const rules = book.rules.map(nameOf);
const known = new Set(rules);
const tests = book.files.filter(({ isTest }) => isTest);

describe('the rules of docs/domain', () => {
  it('have an address each', () => {
    expect(rules.length).toBeGreaterThan(200);
    expect(rules.filter((rule, place) => rules.indexOf(rule) !== place)).toEqual([]);
  });

  it('hold every rule that the sources and the tests cite', () => {
    const missing = book.files.flatMap(({ path, citations }) =>
      citations.filter((cited) => !known.has(nameOf(cited))).map((cited) => `${path}: ${nameOf(cited)}`),
    );
    expect(missing).toEqual([]);
  });

  it('are cited by page and id, in tests one by one', () => {
    expect(book.files.flatMap(({ path, faults }) => faults.map((fault) => `${path}: ${fault}`))).toEqual([]);
  });

  it('are each named by a test', () => {
    const named = new Set(tests.flatMap(({ citations }) => citations.map(nameOf)));
    expect(tests.length).toBeGreaterThan(200);
    expect(rules.filter((rule) => !named.has(rule))).toEqual([]);
  });

  it('stand in the index as it would be written now: npm run generate', () => {
    expect(readFileSync(resolve(root, ruleIndexFile), 'utf8') === renderRuleIndex(book)).toBe(true);
  });
});

// Written in pieces, so that this file cites nothing.
const page = 'catalog';
const cites = (reading: { citations: readonly { page: string; id: string }[] }): string[] =>
  reading.citations.map(nameOf);

describe('how rules are read', () => {
  it('a rule is a heading of its page', () => {
    expect(rulesOf(page, '# Catalog\n\n### Q7 · A title\n\nText\n## Other\n### No rule\n')).toEqual([
      { page, id: 'Q7', title: 'A title' },
    ]);
  });

  it.each([
    ['#R3, R5', ['R3', 'R5']],
    ['#R3–R5', ['R3', 'R5', 'R4']],
    ['#R3 and Q1', ['R3', 'Q1']],
    ['#E15 row 23', ['E15']],
    ['#S2.6', ['S2']],
  ])('a page with %s', (list, ids) => {
    const text = `/** Domain: ${page} ${list.slice(1)}. */`;
    expect(cites(readSource(text))).toEqual(ids.map((id) => `${page} ${id}`));
  });

  it('a source that leaves the page out is told', () => {
    expect(readSource(`// Domain: ${'R3'}`).faults).toEqual(['Domain: R3 names no page']);
    expect(readSource(`// (${'P4, P5'})`).faults).toHaveLength(1);
  });

  it('a test names its page once, and those of other pages in full', () => {
    const text = [
      `// Domain: ${page}`,
      `it('${'R3'}: a', f);`,
      `it('A-07, ${'R4'}, credits ${'Y9'}: b (${'R5'})', f);`,
    ];
    expect(cites(readTest(text.join('\n'))).sort()).toEqual([
      `${page} R3`,
      `${page} R4`,
      `${page} R5`,
      `credits ${'Y9'}`,
    ]);
    expect(readTest(text.slice(1).join('\n')).faults).toHaveLength(3);
  });

  it('a test that names a range is told', () => {
    expect(readTest(`/** Domain: ${page} ${'R3–R5'} */`).faults).toHaveLength(1);
  });
});
