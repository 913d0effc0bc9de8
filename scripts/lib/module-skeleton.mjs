import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { format } from 'oxfmt';
import { inRoot, readJson } from './project.mjs';

const templates = inRoot('scripts/module-skeleton');

const templateFiles = () =>
  readdirSync(templates, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(templates, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();

const fill = (text, words) =>
  text.replace(/\{\{(\w+)\}\}/g, (placeholder, name) => {
    if (words[name] === undefined) throw new Error(`The skeleton has no word for ${placeholder}`);
    return words[name];
  });

/** The e2e test lies with its like, everything else in the module's folder. */
const placeOf = (template, context, { area, noun }) => {
  const name = template
    .replace(/\.txt$/, '')
    .replace(/(^|\/)noun\./, `$1${noun}.`)
    .replace(/^area\./, `${area}.`);
  return name.includes('.e2e-spec.') ? `test/e2e/${name}` : `src/modules/${context}/${area}/${name}`;
};

/**
 * The files of a new module by their path in the project, formatted as the project is.
 * @returns {Promise<Map<string, string>>}
 */
export async function skeletonOf(context, words) {
  const { ignorePatterns, ...style } = readJson(inRoot('.oxfmtrc.json'));
  const files = new Map();
  for (const template of templateFiles()) {
    const place = placeOf(template, context, words);
    const text = fill(readFileSync(join(templates, template), 'utf8'), words);
    const isCode = place.endsWith('.ts');
    files.set(place, isCode ? (await format(place, text, style)).code : text);
  }
  return files;
}
