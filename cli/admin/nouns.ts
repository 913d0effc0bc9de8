import { environments } from './environments';
import { integrations } from './integrations';
import { ledgers } from './ledgers';
import type { Noun } from './noun';

/** By the first word of the command. */
export const nouns: Readonly<Record<string, Noun>> = { environments, integrations, ledgers };
