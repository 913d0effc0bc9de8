import { newSeed } from '../support/seeded-random';

export interface FuzzSettings {
  rest: number;
  graphql: number;
  seed: number;
  /** Part of the name or the path of operations that alone are asked for. */
  only: string | undefined;
  /** Of a running service, with a server key of an environment that may be spoilt; else one is started. */
  service: { url: string; key: string } | undefined;
  /** Statuses of each operation are told at the end. */
  tellsAll: boolean;
}

/** As `npm run fuzz` sets them; without it as many as are given. */
export function fuzzSettings(least: { rest: number; graphql: number }): FuzzSettings {
  const { FUZZ_REST, FUZZ_GRAPHQL, FUZZ_ONLY, FUZZ_URL, FUZZ_KEY, FUZZ_TABLE } = process.env;
  if (Boolean(FUZZ_URL) !== Boolean(FUZZ_KEY))
    throw new Error('FUZZ_URL and FUZZ_KEY go together; set both or none.');
  return {
    rest: count('FUZZ_REST', FUZZ_REST, least.rest),
    graphql: count('FUZZ_GRAPHQL', FUZZ_GRAPHQL, least.graphql),
    seed: newSeed(),
    only: FUZZ_ONLY === '' ? undefined : FUZZ_ONLY,
    service: FUZZ_URL && FUZZ_KEY ? { url: FUZZ_URL.replace(/\/+$/, ''), key: FUZZ_KEY } : undefined,
    tellsAll: FUZZ_TABLE === 'true',
  };
}

function count(name: string, text: string | undefined, usual: number): number {
  const given = text === undefined || text === '' ? usual : Number(text);
  if (!Number.isInteger(given) || given < 0) throw new Error(`${name} must be a whole number`);
  return given;
}
