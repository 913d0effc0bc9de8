const before = (text, mark, entry) => {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`There is no '${mark}' to enter '${entry.trim()}' before`);
  return text.slice(0, at) + entry + text.slice(at);
};
const afterImports = (text, line) => {
  const last = [...text.matchAll(/^(?:import .*|\} from .*);$/gm)].at(-1);
  if (!last) throw new Error(`There are no imports to add '${line}' to`);
  const at = last.index + last[0].length;
  return `${text.slice(0, at)}\n${line}${text.slice(at)}`;
};

/** A rank of its own above all of its context: there it may import each of them. */
function ranked(text, context, area) {
  const start = text.indexOf(`context: '${context}'`);
  const ends = text.indexOf('context:', start + 1);
  const own = text.slice(start, ends < 0 ? undefined : ends);
  const [last] = [...own.matchAll(/'\](?=,?\s*\])/g)].slice(-1);
  if (!last) throw new Error(`src/modules/ranks.cjs: the ranks of '${context}' have no end`);
  const at = start + last.index + 2;
  return `${text.slice(0, at)},\n['${area}']${text.slice(at)}`;
}

/** At the end: whoever moves it down in the ranks moves it here. */
function listed(text, context, area, { Nouns, nounVar, noun }) {
  const imported = [
    `import { ${Nouns}Module } from '#modules/${context}/${area}';`,
    `import { ${nounVar}Mapping } from './modules/${context}/${area}/${noun}.mapping';`,
  ].reduce(afterImports, text);
  return before(imported, '\n];', `\n  { module: ${Nouns}Module, mappings: [${nounVar}Mapping] },`);
}

/** The names of a new noun that no list has yet: what is published under another noun, or under this one, stays there. */
function named(text, { nouns, TABLE, Word, notFound }, source) {
  const lacking = [
    ['permission', nouns, 'src/modules/platform/api-keys/domain/permissions.ts'],
    ['activity', TABLE, 'libs/business/values/activity-entity.ts'],
    ['notFound', notFound, 'libs/kernel/errors/not-found-codes.ts'],
  ].filter(
    ([, name, list]) => !text.includes(`'${name}'`) && !new RegExp(`\\b${name}\\b['":]`).test(source(list)),
  );
  if (lacking.length === 0) return text;
  const names = lacking.map(([use, name]) => `${use}: '${name}'`).join(', ');
  const noun = Word.toLowerCase();
  const row = new RegExp(`^  (?:'${noun}'|${noun}): \\{`, 'm').exec(text)?.[0];
  return row
    ? text.replace(row, `${row} ${names},`)
    : before(text, '} as const satisfies', `  '${noun}': { ${names} },\n`);
}

/**
 * The lists that name every area, each with the words of a new one entered where they are missing.
 * @param {string} context
 * @param words of module-words.mjs, with the code of what is not found
 * @param {(path: string) => string} source the text of a file of the project
 * @returns {[path: string, text: string][]} those that change
 */
export function listsWith(context, words, source) {
  const { area } = words;
  const edits = [
    ['src/modules/ranks.cjs', (text) => (text.includes(`'${area}'`) ? text : ranked(text, context, area))],
    ['src/areas.ts', (text) => (text.includes(`/${area}'`) ? text : listed(text, context, area, words))],
    ['libs/kernel/errors/own-nouns.ts', (text) => named(text, words, source)],
  ];
  return edits
    .map(([path, edit]) => [path, edit(source(path)), source(path)])
    .filter(([, text, present]) => text !== present)
    .map(([path, text]) => [path, text]);
}
