import { parseArgs } from 'node:util';
import { Misunderstood, type Noun, type Work } from './noun';
import { nouns } from './nouns';

const command = 'npm run admin --';

const linesOf = ([name, verbs]: [string, Noun]): string =>
  Object.entries(verbs)
    .map(([verb, { takes, about }]) => `${`${command} ${name} ${verb} ${takes}`.trimEnd()}\n    ${about}`)
    .join('\n');

export const usage = `${Object.entries(nouns).map(linesOf).join('\n')}

  --json   tells the outcome as JSON: npm run -s admin -- … --json
  --help   tells this

Which database: the service's own, by the same variables: DATABASE_URL with API_KEY_PEPPER, or the embedded one of DATA_DIR.
A service may run on it meanwhile.
`;

const options = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** What was typed. */
export interface AdminCommand {
  work: Work;
  wantsJson: boolean;
}

/**
 * @returns undefined where help is asked for
 * @throws Misunderstood for what cannot be meant, with what can
 */
export function readArguments(words: readonly string[]): AdminCommand | undefined {
  const { values, positionals } = parsed(words);
  if (values.help) return undefined;
  const [name = '', verbName = '', ...rest] = positionals;
  const noun = namedIn(nouns, name);
  if (!noun) throw misunderstood([], name, nouns, usage);
  const verb = namedIn(noun, verbName);
  const help = linesOf([name, noun]);
  if (!verb) throw misunderstood([name], verbName, noun, help);
  const most = verb.takes === '' ? [] : verb.takes.split(' ');
  // `[<id>]` may be left out.
  const least = most.filter((word) => !word.startsWith('['));
  if (rest.length < least.length || rest.length > most.length) {
    const takes = verb.takes || 'nothing more';
    throw new Misunderstood(`${name} ${verbName} takes ${takes}\n\n${help}`);
  }
  return { work: verb.read(rest), wantsJson: values.json };
}

/** A word such as `constructor` names nothing. */
const namedIn = <T>(known: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(known, name) ? known[name] : undefined;

/** @param before the words that were understood */
function misunderstood(before: string[], word: string, known: object, help: string): Misunderstood {
  const choice = `one of ${Object.keys(known).join(', ')}`;
  const instead = [...before, choice].join(' and ');
  const fault = word === '' ? '' : `${[...before, word].join(' ')} is unknown: `;
  return new Misunderstood(`${fault}write ${instead}\n\n${help}`);
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new Misunderstood(`${(error as Error).message}\n\n${usage}`);
  }
}
