import { AsyncLocalStorage } from 'node:async_hooks';
import type { Till } from './domain/till';

/** At which the work that runs is paid, if at one. */
const tills = new AsyncLocalStorage<Till | undefined>();

export const atTill = <T>(till: Till, work: () => T): T => tills.run(till, work);

/** What time brings about is no part of what somebody buys meanwhile. */
export const awayFromTill = <T>(work: () => T): T => tills.run(undefined, work);

export const tillHere = (): Till | undefined => tills.getStore();
