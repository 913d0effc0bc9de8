import { environmentTypes, type EnvironmentType } from '#libs/kernel/environment-type';
import { EnvironmentAdministrationService } from '#modules/platform/identity';
import { Misunderstood, type Noun, type Work } from './noun';
import { tableOf } from './table';

/** Domain: access-and-events A8 */
export const environments: Noun = {
  list: {
    takes: '',
    about: 'every environment: its account, name, id, type, and when it was made',
    read: () => listEvery,
  },
  'set-type': {
    takes: `<id> ${environmentTypes.join('|')}`,
    about: 'says what an environment is for; its log of activity tells the change',
    read: ([id = '', type = '']) => {
      if (!isType(type)) throw new Misunderstood(`${type} is no type: write ${oneOf(environmentTypes)}`);
      return setType(id, type);
    },
  },
};

const oneOf = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const isType = (word: string): word is EnvironmentType => environmentTypes.some((type) => type === word);

const listEvery: Work = async (installation) => {
  const found = await installation.act(() => installation.get(EnvironmentAdministrationService).listEvery());
  if (found.length === 0)
    return { json: [], text: 'There is no environment yet: the first npm start makes one' };
  const rows = found.map(({ account, name, id, type, createdAt }) => ({
    account,
    name,
    id,
    type,
    createdAt: createdAt.toISOString(),
  }));
  return { json: rows, text: tableOf(rows) };
};

const setType =
  (id: string, type: EnvironmentType): Work =>
  async (installation) => {
    const service = installation.get(EnvironmentAdministrationService);
    const told = await installation.act(() => service.setType(type), id);
    return { json: told, text: `${told.name} (${told.id}) is of type ${told.type}` };
  };
