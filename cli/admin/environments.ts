import { environmentTypes, type EnvironmentType } from '#libs/kernel/environment-type';
import { EnvironmentAdministrationService, EnvironmentsService } from '#modules/platform/accounts';
import { environmentMoves } from './environment-moves';
import { wordOf, type Noun, type Work } from './noun';
import { tableOf } from './table';

/** Domain: access-and-events A8 */
export const environments: Noun = {
  list: {
    takes: '',
    about: 'every environment: its account, name, id, type, and when it was made',
    read: () => listEvery,
  },
  create: {
    takes: `<account> <name> ${environmentTypes.join('|')}`,
    about: 'makes one, and tells its two keys, which are told this once',
    read: ([accountId = '', name = '', type = '']) =>
      create(accountId, name, wordOf('type', environmentTypes, type)),
  },
  'set-type': {
    takes: `<id> ${environmentTypes.join('|')}`,
    about: 'says what an environment is for; its log of activity tells the change',
    read: ([id = '', type = '']) => setType(id, wordOf('type', environmentTypes, type)),
  },
  ...environmentMoves,
};

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

const create =
  (accountId: string, name: string, type: EnvironmentType): Work =>
  async (installation) => {
    const service = installation.get(EnvironmentsService);
    const made = await installation.actFor(accountId, () => service.create({ name, type }));
    const keys = `Server key       ${made.serverKey}\nPublishable key  ${made.publishableKey}`;
    return { json: made, text: `${made.name} (${made.id}) was made\n${keys}` };
  };

const setType =
  (id: string, type: EnvironmentType): Work =>
  async (installation) => {
    const service = installation.get(EnvironmentAdministrationService);
    const told = await installation.act(() => service.setType(type), id);
    return { json: told, text: `${told.name} (${told.id}) is of type ${told.type}` };
  };
