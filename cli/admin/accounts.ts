import { AccountAdministrationService, accountTiers, type Account } from '#modules/platform/accounts';
import type { Installation } from './installation';
import { wordOf, type Noun, type Work } from './noun';
import { tableOf } from './table';

const switched = ['on', 'off'] as const;
const openAccesses = ['INVITE_ONLY', 'SSO'] as const;

/** Domain: access-and-events A1, A5, A8 */
export const accounts: Noun = {
  list: {
    takes: '',
    about: 'every account: its name, id, status, tier, how members come to it, and when it was made',
    read: () => listEvery,
  },
  create: {
    takes: '<name>',
    about: 'makes one of tier FULL; it has no environment yet',
    read: ([name = '']) => create(name),
  },
  block: {
    takes: '<id>',
    about: 'refuses its keys and its users, in every process within a second',
    read: ([id = '']) => changing(id, (service) => service.setStatus('BLOCKED')),
  },
  unblock: {
    takes: '<id>',
    about: 'lets its keys and its users in again',
    read: ([id = '']) => changing(id, (service) => service.setStatus('ACTIVE')),
  },
  'set-tier': {
    takes: `<id> ${accountTiers.join('|')}`,
    about: 'says what it has paid for: BASIC makes no scoped keys, and changes none',
    read: ([id = '', word = '']) => {
      const tier = wordOf('tier', accountTiers, word);
      return changing(id, (service) => service.setTier(tier));
    },
  },
  'set-governance': {
    takes: `<id> ${switched.join('|')}`,
    about: 'off: its keys are refused what is about budgets of entities; checks go on to hold them',
    read: ([id = '', word = '']) => {
      const state = wordOf('governance', switched, word);
      return changing(id, (service) => service.setGovernance(state === 'on'));
    },
  },
  'set-access': {
    takes: `<id> ${openAccesses.join('|')}`,
    about: 'members come by invitation; under SSO no user enters but by single sign-on (JWT_SSO_CLAIM)',
    read: ([id = '', word = '']) => {
      const access = wordOf('access', openAccesses, word);
      return changing(id, (service) => service.setAccess(access));
    },
  },
  'set-domains': {
    takes: '<id> <domain[,domain]>',
    about: 'access AUTHORIZED_DOMAIN: invitations go to addresses of these domains alone',
    read: ([id = '', domains = '']) =>
      changing(id, (service) => service.setAccess('AUTHORIZED_DOMAIN', domains.split(','))),
  },
};

const serviceOf = (installation: Installation): AccountAdministrationService =>
  installation.get(AccountAdministrationService);

const rowOf = ({ name, id, status, tier, access, domains, hasGovernance, createdAt }: Account) => ({
  ...{ name, id, status, tier, access, domains: domains.join(',') },
  governance: hasGovernance ? 'on' : 'off',
  createdAt: createdAt.toISOString(),
});

const listEvery: Work = async (installation) => {
  const found = await installation.act(() => serviceOf(installation).listEvery());
  const text = 'There is no account yet: the first npm start makes one';
  return { json: found, text: found.length === 0 ? text : tableOf(found.map(rowOf)) };
};

const create =
  (name: string): Work =>
  async (installation) => {
    const made = await installation.act(() => serviceOf(installation).create(name));
    return { json: made, text: `${made.name} (${made.id}) was made` };
  };

const changing =
  (id: string, change: (service: AccountAdministrationService) => Promise<Account>): Work =>
  async (installation) => {
    const told = await installation.actFor(id, () => change(serviceOf(installation)));
    const { name, status, tier, access, domains, hasGovernance } = told;
    const of = domains.length === 0 ? '' : ` (${domains.join(', ')})`;
    return {
      json: told,
      text: `${name} (${told.id}) is ${status}, of tier ${tier}, of access ${access}${of}, governance ${hasGovernance ? 'on' : 'off'}`,
    };
  };
