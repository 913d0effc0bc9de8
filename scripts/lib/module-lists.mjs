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

/**
 * The lists that name every area, each with the words of a new one entered where they are missing.
 * @param {string} context
 * @param words of module-words.mjs, with the code of what is not found
 * @param {(path: string) => string} source the text of a file of the project
 * @returns {[path: string, text: string][]} those that change
 */
export function listsWith(context, words, source) {
  const { area, nouns, nounVar, Nouns, TABLE, Word, notFound } = words;
  const single = Word.toLowerCase();
  const edits = [
    ['src/modules/ranks.cjs', `'${area}'`, (text) => ranked(text, context, area)],
    [
      'src/mappings.ts',
      `${nounVar}Mapping`,
      (text) =>
        before(
          afterImports(
            text,
            `import { ${nounVar}Mapping } from './modules/${context}/${area}/${words.noun}.mapping';`,
          ),
          '] as EntitySchema[]',
          `  ${nounVar}Mapping,\n`,
        ),
    ],
    [
      'src/modules.ts',
      `${Nouns}Module`,
      (text) =>
        before(
          afterImports(text, `import { ${Nouns}Module } from '#modules/${context}/${area}';`),
          '];',
          `  ${Nouns}Module,\n`,
        ),
    ],
    [
      'libs/business/values/activity-entity.ts',
      `'${TABLE}'`,
      (text) => before(text, '] as const;', `  // Ours, an addition.\n  '${TABLE}',\n`),
    ],
    [
      'src/modules/platform/identity/domain/permissions.ts',
      `'${nouns}'`,
      (text) => before(text, '] as const;', `  '${nouns}',\n`),
    ],
    [
      'libs/kernel/errors/not-found-codes.ts',
      `${notFound}:`,
      (text) => before(text, '});', `  ${notFound}: unknown('${single}'),\n`),
    ],
  ];
  return edits.flatMap(([path, mark, edit]) => {
    const text = source(path);
    return text.includes(mark) ? [] : [[path, edit(text)]];
  });
}
