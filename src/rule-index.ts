import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Reading, readSource, readTest, type Rule, rulePages, rulesOf } from './rule-book';

const folder = 'docs/domain';
export const ruleIndexFile = `${folder}/INDEX.md`;

/** What a file of the project cites. */
export interface CitingFile extends Reading {
  readonly path: string;
  readonly isTest: boolean;
}

export interface RuleBook {
  readonly rules: readonly Rule[];
  readonly files: readonly CitingFile[];
}

const isTest = (file: string): boolean =>
  /[.-]spec\.ts$/.test(file) || file.startsWith('test/support/suites/');

/** Below the root, with slashes. Migrations have run: nobody changes a word in them. */
const sourcesIn = (root: string): string[] =>
  ['bench', 'cli', 'demo', 'libs', 'scripts', 'src', 'test']
    .filter((top) => existsSync(path.join(root, top)))
    .flatMap((top) =>
      readdirSync(path.join(root, top), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(ts|mjs|cjs)$/.test(entry.name))
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
    )
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !file.startsWith('src/migrations/'))
    .toSorted();

/** The rules below `docs/domain`, and every file of the project with what it cites of them. */
export const readRuleBook = (root: string): RuleBook => {
  const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  return {
    rules: rulePages.flatMap((page) => rulesOf(page, textOf(`${folder}/${page}.md`))),
    files: sourcesIn(root).map((file) => {
      const reading = isTest(file) ? readTest(textOf(file)) : readSource(textOf(file));
      return { path: file, isTest: isTest(file), ...reading };
    }),
  };
};

/** As the headings of a page are addressed: lower case, spaces to hyphens, other signs left out. */
const anchorOf = ({ id, title }: Rule): string =>
  `${id} · ${title}`
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const linkTo = (file: string): string => `[${file}](../../${file})`;

const renderRule = (rule: Rule, files: readonly CitingFile[]): string => {
  const citing = files.filter(({ citations }) =>
    citations.some(({ page, id }) => page === rule.page && id === rule.id),
  );
  const lines = (label: string, some: readonly CitingFile[]): string[] =>
    some.length === 0 ? [] : ['', `${label}:`, '', ...some.map((file) => `- ${linkTo(file.path)}`)];
  return [
    `### [${rule.id} · ${rule.title}](${rule.page}.md#${anchorOf(rule)})`,
    ...lines(
      'Sources',
      citing.filter((file) => !file.isTest),
    ),
    ...lines(
      'Tests',
      citing.filter((file) => file.isTest),
    ),
    '',
  ].join('\n');
};

const preface = `# Where the rules are

Generated from the pages of this folder and from what the code cites of them; do not edit. Each rule with the sources that follow it
and the tests that name it. How to cite: CONTRIBUTING.md. Words: [glossary](glossary.md).
`;

/** The text of docs/domain/INDEX.md. */
export const renderRuleIndex = ({ rules, files }: RuleBook): string =>
  [
    preface,
    ...rulePages.flatMap((page) => [
      `## ${page}\n`,
      ...rules.filter((rule) => rule.page === page).map((rule) => renderRule(rule, files)),
    ]),
  ].join('\n');
