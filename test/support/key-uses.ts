import { KeyUses } from '#modules/platform/api-keys';
import type { TestApp } from './app';

/** Writes down which keys were used by then. */
export const writeKeyUses = (app: Pick<TestApp, 'nest'>): Promise<void> => app.nest.get(KeyUses).write();
