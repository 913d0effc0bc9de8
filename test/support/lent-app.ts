import { atEnd } from './at-end';
import { RunningApp } from './running-app';

/** Made for the first file that asks for it, and kept for all others that share its modules. */
let kept: Promise<RunningApp> | undefined;
let isLent = false;
let isFresh = true;

/**
 * The application of this worker on a fresh database, as if it had been built just now.
 * @throws Error when the one who has it did not close it
 */
export async function lendApp(): Promise<RunningApp> {
  if (isLent) {
    throw new Error(
      'The shared application is in use: close it in afterAll, or ask for one of your own by an option',
    );
  }
  isLent = true;
  kept ??= buildKept();
  const app = await kept;
  if (!isFresh) {
    await app.renew();
    app.told.clock.reset();
    app.told.logLines.length = 0;
    await app.wake();
  }
  isFresh = false;
  return app;
}

/** Spies of the one who had it end with the loan. */
export async function giveBackApp(): Promise<void> {
  jest.restoreAllMocks();
  await (await kept)?.rest();
  isLent = false;
}

function buildKept(): Promise<RunningApp> {
  const building = RunningApp.build({});
  atEnd(async () => {
    const app = await building;
    if (!isLent) await app.wake();
    await app.close();
  });
  return building;
}
