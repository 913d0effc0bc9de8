import { parseArgs } from 'node:util';
import { Advice } from '../terminal';

export const usage = `npm run catalog -- export [--format yaml|json] [--out <file>]
npm run catalog -- plan  <file> [--all-customers] [--prune] [--no-radius] [--exit-code]
npm run catalog -- apply <file> [--all-customers] [--prune] [--hash <hash>] [--yes]

  --all-customers   running subscriptions move to the new versions (default: new customers only)
  --prune           archives what the parts of the document do not name
  --no-radius       does not find which customers would notice
  --exit-code       plan ends with 2 when there is something to change, with 3 when a customer would fall below what it uses
  --hash            of an earlier plan; without it, apply plans first and asks
  --yes             asks nobody

Which service: --url and --key, or CATALOG_URL and CATALOG_KEY, or the one that npm start runs here.
From another environment instead of a file: --from-url and --from-key, or CATALOG_FROM_URL and CATALOG_FROM_KEY.
`;

/** What was typed, with what the shell sets. */
export interface CatalogCommand {
  verb: 'export' | 'plan' | 'apply';
  file: string | undefined;
  format: 'yaml' | 'json';
  out: string | undefined;
  isForAllCustomers: boolean;
  isPruning: boolean;
  wantsRadius: boolean;
  tellsByExitCode: boolean;
  hash: string | undefined;
  isConfirmed: boolean;
  service: { url?: string; key?: string };
  from: { url?: string; key?: string } | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

const options = {
  format: { type: 'string' },
  out: { type: 'string' },
  'all-customers': { type: 'boolean', default: false },
  prune: { type: 'boolean', default: false },
  'no-radius': { type: 'boolean', default: false },
  'exit-code': { type: 'boolean', default: false },
  hash: { type: 'string' },
  yes: { type: 'boolean', default: false },
  url: { type: 'string' },
  key: { type: 'string' },
  'from-url': { type: 'string' },
  'from-key': { type: 'string' },
} as const;

/** @throws Advice for what cannot be meant */
export function readArguments(words: readonly string[], variables: Variables): CatalogCommand {
  const { values, positionals } = parsed(words);
  const [verb, file, ...more] = positionals;
  if (verb !== 'export' && verb !== 'plan' && verb !== 'apply') throw new Advice(usage);
  const fromUrl = values['from-url'] ?? variables['CATALOG_FROM_URL'];
  const from = fromUrl
    ? { url: fromUrl, key: values['from-key'] ?? variables['CATALOG_FROM_KEY'] }
    : undefined;
  const named = [file, from].filter(Boolean).length;
  if (more.length > 0 || named !== (verb === 'export' ? 0 : 1)) throw new Advice(usage);
  const { format = values.out?.endsWith('.json') ? 'json' : 'yaml' } = values;
  if (format !== 'yaml' && format !== 'json') throw new Advice('--format is yaml or json');
  return {
    ...{ verb, file, format, out: values.out, hash: values.hash, from },
    isForAllCustomers: values['all-customers'],
    isPruning: values.prune,
    wantsRadius: !values['no-radius'],
    tellsByExitCode: values['exit-code'],
    isConfirmed: values.yes,
    service: {
      url: values.url ?? variables['CATALOG_URL'],
      key: values.key ?? variables['CATALOG_KEY'],
    },
  };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new Advice(`${(error as Error).message}\n\n${usage}`);
  }
}
