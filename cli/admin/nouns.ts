import { accounts } from './accounts';
import { audit } from './audit';
import { environments } from './environments';
import { integrations } from './integrations';
import { keys } from './keys';
import { ledgers } from './ledgers';
import { members } from './members';
import type { Noun } from './noun';

/** By the first word of the command. */
export const nouns: Readonly<Record<string, Noun>> = {
  accounts,
  audit,
  environments,
  integrations,
  keys,
  ledgers,
  members,
};
