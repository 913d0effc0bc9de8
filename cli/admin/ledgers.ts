import { grouped } from '#libs/kernel/grouped';
import { LedgerHeads, type ToldWalletHead } from '#modules/entitlements/credits';
import { Advice } from '../terminal';
import type { Installation } from './installation';
import type { Noun, Work } from './noun';
import { listing, toldLines } from './told-lines';

const comparedAtOnce = 1000;

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

interface ToldLine {
  environmentId: string;
  heads: ToldWalletHead[];
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
  for await (const { environmentId, heads } of toldLines<ToldLine>(file, '"heads":')) {
    waiting.push(...heads.map((head) => ({ environmentId, head })));
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

async function lostOf(places: readonly Place[], installation: Installation): Promise<Place[]> {
  const lost: Place[] = [];
  for (const [environmentId, some] of grouped(places, (place) => place.environmentId)) {
    const heads = some.map(({ head }) => head);
    const found = await installation.act(() => installation.get(LedgerHeads).lost(heads), environmentId);
    lost.push(...found.map((head) => ({ environmentId, head })));
  }
  return lost;
}

const accusation = (lost: readonly Place[], compared: number): string =>
  listing(
    `${lost.length} of ${compared} heads are not in their ledgers any more:`,
    lost.map(
      ({ environmentId, head: { wallet, seq } }) =>
        `environment ${environmentId}, wallet ${wallet}, entry ${seq}`,
    ),
  );
