import { EnvironmentAdministrationService } from '#modules/platform/accounts';
import {
  ApiKeysService,
  KeyAdministrationService,
  KeyRotationService,
  longestGraceHours,
  type ApiKey,
} from '#modules/platform/api-keys';
import { Advice } from '../terminal';
import type { Installation } from './installation';
import { Misunderstood, type Noun, type Told, type Work } from './noun';
import { tableOf } from './table';

const longestName = 255;
const mostAtOnce = 100;

/** Domain: access-and-events A8, Y3–Y5, Y8 */
export const keys: Noun = {
  list: {
    takes: '<environment>',
    about: 'the keys of an environment, without their secrets',
    read: ([environment = '']) => listOf(environment),
  },
  create: {
    takes: '<environment> <scopes> <name>',
    about:
      'makes a scoped key: scopes such as customers:read,plans:write, or a preset such as READ_ONLY; tells its secret this once',
    read: ([environment = '', scopes = '', name = '']) => create(environment, scopes, nameOf(name)),
  },
  'set-scopes': {
    takes: '<environment> <key> <scopes>',
    about: 'gives a scoped key these scopes in place of those that it has',
    read: ([environment = '', key = '', scopes = '']) => setScopes(environment, key, scopes),
  },
  rotate: {
    takes: '<environment> <key> <hours>',
    about:
      'gives a key a new secret, told this once; the one of now goes on to open it for so many hours, 0: not at all',
    read: ([environment = '', key = '', hours = '']) => rotate(environment, key, hoursOf(hours)),
  },
  'set-grace': {
    takes: '<environment> <key> <hours>',
    about: 'lets the secret from before open a key for so many hours from now on, 0: no longer',
    read: ([environment = '', key = '', hours = '']) => setGrace(environment, key, hoursOf(hours)),
  },
  revoke: {
    takes: '<environment> <key>',
    about: 'revokes a scoped key for good',
    read: ([environment = '', key = '']) => revoke(environment, key),
  },
  peppers: {
    takes: '',
    about:
      'how many keys still need a pepper behind the first of API_KEY_PEPPER: with none left, the others may go',
    read: () => peppers,
  },
};

function hoursOf(word: string): number {
  const hours = /^\d+$/.test(word) ? Number(word) : NaN;
  if (hours <= longestGraceHours) return hours;
  throw new Misunderstood(`${word} is no number of hours: write 0 to ${longestGraceHours}`);
}

function nameOf(word: string): string {
  if (word !== '' && [...word].length <= longestName) return word;
  throw new Misunderstood(`A name has 1 to ${longestName} characters`);
}

/** Of an environment that is there: what is typed may be anything. */
async function within<T>(installation: Installation, id: string, work: () => Promise<T>): Promise<T> {
  const every = await installation.act(() => installation.get(EnvironmentAdministrationService).listEvery());
  if (!every.some((each) => each.id === id))
    throw new Advice(`No environment has the id ${id}: npm run admin -- environments list tells them`);
  return installation.act(work, id);
}

const listOf =
  (environment: string): Work =>
  async (installation) => {
    const service = installation.get(ApiKeysService);
    const found: ApiKey[] = [];
    let after: string | undefined;
    do {
      const page = await within(installation, environment, () =>
        service.list({ limit: mostAtOnce, starting_after: after }),
      );
      found.push(...page.items);
      after = page.hasMore ? page.items.at(-1)?.id : undefined;
    } while (after !== undefined);
    return { json: found, text: tableOf(found.map(rowOf)) };
  };

const rowOf = (key: ApiKey) => ({
  id: key.id,
  name: key.displayName,
  kind: key.kind,
  status: key.status,
  secret: `${key.prefix}…${key.lastFour}`,
  scopes: key.scopes.join(','),
  expiresAt: key.expiresAt?.toISOString() ?? '',
  formerUntil: key.previousEndsAt?.toISOString() ?? '',
  lastUsedAt: key.lastUsedAt?.toISOString() ?? '',
});

/** Scopes as they were typed, or those of a preset. */
async function scopesOf(installation: Installation, typed: string): Promise<string[]> {
  const presets = await installation.act(() => installation.get(ApiKeysService).presets());
  return presets.find(({ id }) => id === typed)?.scopes ?? typed.split(',').map((each) => each.trim());
}

const create =
  (environment: string, typed: string, displayName: string): Work =>
  async (installation) => {
    const scopes = await scopesOf(installation, typed);
    const service = installation.get(ApiKeysService);
    return toldWithSecret(
      await within(installation, environment, () => service.create({ displayName, scopes })),
    );
  };

const setScopes =
  (environment: string, id: string, typed: string): Work =>
  async (installation) => {
    const scopes = await scopesOf(installation, typed);
    const service = installation.get(ApiKeysService);
    const json = await within(installation, environment, () => service.update(id, { scopes }));
    return { json, text: `${nameIn(json)} may ${json.scopes.join(', ')}` };
  };

const rotate =
  (environment: string, id: string, graceHours: number): Work =>
  async (installation) => {
    const service = installation.get(KeyRotationService);
    return toldWithSecret(await within(installation, environment, () => service.rotate(id, { graceHours })));
  };

const setGrace =
  (environment: string, id: string, graceHours: number): Work =>
  async (installation) => {
    const service = installation.get(KeyRotationService);
    const json = await within(installation, environment, () => service.setGrace(id, { graceHours }));
    return { json, text: `${nameIn(json)}: ${formerOf(json)}` };
  };

const revoke =
  (environment: string, id: string): Work =>
  async (installation) => {
    const service = installation.get(ApiKeysService);
    const json = await within(installation, environment, () => service.revoke(id));
    return { json, text: `${nameIn(json)} is revoked for good` };
  };

const peppers: Work = async (installation) => {
  const every = await installation.act(() => installation.get(EnvironmentAdministrationService).listEvery());
  const service = installation.get(KeyAdministrationService);
  const json = { current: 0, former: 0 };
  for (const { id } of every) {
    const { current, former } = await installation.act(() => service.pepperUse(), id);
    json.current += current;
    json.former += former;
  }
  const { current, former } = json;
  const rest =
    former === 0 ? 'none needs another' : `${former} ${former === 1 ? 'needs' : 'need'} another, until used`;
  return { json, text: `${current} of ${current + former} keys are found by the first pepper; ${rest}` };
};

const nameIn = ({ displayName, id }: ApiKey): string => `${displayName} (${id})`;

const formerOf = ({ previousEndsAt }: ApiKey): string =>
  previousEndsAt
    ? `the secret from before opens it until ${previousEndsAt.toISOString()}`
    : 'no secret from before opens it';

const toldWithSecret = (key: ApiKey): Told => ({
  json: key,
  text: `${nameIn(key)}: ${formerOf(key)}. Its secret, told this once:\n${key.secret}`,
});
