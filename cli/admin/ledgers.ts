import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { grouped } from '#libs/kernel/grouped';
import { LedgerHeads, type ToldWalletHead } from '#modules/entitlements/credits';
import { Advice } from '../terminal';
import type { Installation } from './installation';
import type { Noun, Work } from './noun';

const comparedAtOnce = 1000;
/** Named of many. */
const namedAtMost = 20;

/** Domain: credits D7 */
export const ledgers: Noun = {
  compare: {
    takes: '<file>',
    about:
      'compares the heads of ledgers that a log of the service tells, as JSON lines, with what the ledgers have at those places',
    read:
      ([file = '']) =>
      (installation) =>
        compare(file, installation),
  },
};

interface Place {
  environmentId: string;
  head: ToldWalletHead;
}

/** @throws Advice naming the heads that are lost: then this is no success */
async function compare(file: string, installation: Installation): ReturnType<Work> {
  const lost: Place[] = [];
  let compared = 0;
  let waiting: Place[] = [];
  const flush = async (): Promise<void> => {
    lost.push(...(await lostOf(waiting, installation)));
    compared += waiting.length;
    waiting = [];
  };
  for await (const line of linesOf(file)) {
    waiting.push(...headsIn(line));
    if (waiting.length >= comparedAtOnce) await flush();
  }
  await flush();
  if (lost.length > 0) throw new Advice(accusation(lost, compared));
  if (compared === 0)
    throw new Advice(
      `${file} tells no heads of ledgers: they stand in the log at LOG_LEVEL=info, LOG_FORMAT=json`,
    );
  return { json: { compared }, text: `All ${compared} heads stand in their ledgers` };
}

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  } catch (error) {
    throw new Advice(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** What a line tells; other lines, and those that are cut, tell nothing. */
function headsIn(line: string): Place[] {
  if (!line.includes('"heads":')) return [];
  try {
    const { environmentId, heads } = JSON.parse(line) as { environmentId: string; heads: ToldWalletHead[] };
    return heads.map((head) => ({ environmentId, head }));
  } catch {
    return [];
  }
}

async function lostOf(places: readonly Place[], installation: Installation): Promise<Place[]> {
  const lost: Place[] = [];
  for (const [environmentId, some] of grouped(places, (place) => place.environmentId)) {
    const heads = some.map(({ head }) => head);
    const found = await installation.act(() => installation.get(LedgerHeads).lost(heads), environmentId);
    lost.push(...found.map((head) => ({ environmentId, head })));
  }
  return lost;
}

function accusation(lost: readonly Place[], compared: number): string {
  const named = lost
    .slice(0, namedAtMost)
    .map(
      ({ environmentId, head: { wallet, seq } }) =>
        `  environment ${environmentId}, wallet ${wallet}, entry ${seq}`,
    );
  const rest = lost.length > namedAtMost ? [`  and ${lost.length - namedAtMost} more`] : [];
  const head = `${lost.length} of ${compared} heads are not in their ledgers any more:`;
  return [head, ...named, ...rest].join('\n');
}
