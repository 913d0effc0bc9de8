/** A table that a statement names, in the level of the query that names it. */
interface TableReference {
  table: string;
  /** As the conditions of its level know it. */
  alias: string;
  isInserted: boolean;
}

/** One select, insert, update or delete, without the queries in it. */
interface Level {
  text: string;
  /** Without what stands in parentheses: a condition in there may be one side of an `or`. */
  flat: string;
}

const isQuery = /^\s*(with|select|insert|update|delete)\b/;
const combining = /\b(?:union|intersect|except)(?:\s+all)?\b/;
const fromClause =
  /\b(?:from|using|join)\s(.*?)(?=\b(?:where|group by|order by|limit|returning|for|on conflict|select|set)\b|$)/g;
const notAlias = /^(where|set|on|join|left|cross|inner|order|select|values|group|limit|for|returning)$/;

/** Each query of a text, those in parentheses apart from the one around them. */
function levelsOf(text: string): Level[] {
  const levels: Level[] = [];
  const plain = text.replaceAll(/'[^']*'/g, `''`).replaceAll(/\s+/g, ' ');
  let place = 0;
  const read = (): Level => {
    const level = { text: '', flat: '' };
    while (place < plain.length) {
      const letter = plain[place++] as string;
      if (letter === ')') break;
      if (letter !== '(') {
        level.text += letter;
        level.flat += letter;
        continue;
      }
      const inner = read();
      if (isQuery.test(inner.text)) levels.push(inner);
      level.text += isQuery.test(inner.text) ? '()' : `(${inner.text})`;
      level.flat += '()';
    }
    return level;
  };
  while (place < plain.length) levels.push(read());
  return levels.flatMap(combined);
}

/** What `union` and its like put together. */
const combined = (level: Level): Level[] =>
  combining.test(level.flat) ? level.flat.split(combining).map((flat) => ({ flat, text: flat })) : [level];

function referencesIn({ flat }: Level, tables: ReadonlySet<string>): TableReference[] {
  const listed = [...flat.matchAll(fromClause)].flatMap(([, clause = '']) => clause.split(/,|\bjoin\b/));
  const updated = [...flat.matchAll(/\bupdate (.*)/g)].map(([, rest = '']) => rest);
  const inserted = [...flat.matchAll(/\binto (.*)/g)].map(([, rest = '']) => rest);
  const found = [
    ...[...listed, ...updated].map((text) => ({ text, isInserted: false })),
    ...inserted.map((text) => ({ text, isInserted: true })),
  ];
  return found.flatMap(({ text, isInserted }) => {
    const [, table = '', word] = /^\s*(?:lateral )?([a-z_]+)\b(?: (?:as )?([a-z_]+))?/.exec(text) ?? [];
    if (!tables.has(table)) return [];
    return [{ table, alias: word && !notAlias.test(word) ? word : table, isInserted }];
  });
}

/** Where the environment of a table is bound in its own level: `$1`. Undefined where it is not. */
function placeOf({ table, alias, isInserted }: TableReference, { text, flat }: Level, isAlone: boolean) {
  if (isInserted) {
    const values = `\\binto ${table}(?: as [a-z_]+)? ?\\(environment_id\\b[^)]*\\) ?(?:select|values ?\\() ?(\\$\\d+)`;
    return new RegExp(values).exec(text)?.[1];
  }
  if (/\bor\b/.test(flat)) return undefined;
  const column = isAlone ? `(?:${alias}\\.)?environment_id` : `${alias}\\.environment_id`;
  return new RegExp(`\\b(?:where|on|and) ${column} = (\\$\\d+)`).exec(flat)?.[1];
}

/** The tables that a text names, each as often as it does. */
export const tablesIn = (text: string, tables: ReadonlySet<string>): string[] =>
  levelsOf(text).flatMap((level) => referencesIn(level, tables).map(({ table }) => table));

/** The tables of tenants in a text that are not held to one environment by a condition of their own, the same for all. */
export function unboundIn(text: string, tables: ReadonlySet<string>): string[] {
  const places = levelsOf(text).flatMap((level) => {
    const references = referencesIn(level, tables);
    const isAlone = references.filter(({ isInserted }) => !isInserted).length === 1;
    return references.map((each) => ({ ...each, place: placeOf(each, level, isAlone) }));
  });
  const agreed = places.find(({ place }) => place !== undefined)?.place;
  return places.filter(({ place }) => place === undefined || place !== agreed).map(({ table }) => table);
}
