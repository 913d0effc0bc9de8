import {
  AccountAdministrationService,
  environmentRoles,
  memberRoles,
  MembersService,
  type Member,
} from '#modules/platform/accounts';
import type { Installation } from './installation';
import { Misunderstood, wordOf, type Noun, type Told, type Work } from './noun';
import { tableOf } from './table';

const pageSize = 100;

/** Domain: access-and-events A2, A4, A7, A8 */
export const members: Noun = {
  list: {
    takes: '<account>',
    about: 'every member of an account: id, address, sub, state, role, roles in environments',
    read: ([accountId = '']) => listOf(accountId),
  },
  invite: {
    takes: `<account> <e-mail> ${memberRoles.join('|')}`,
    about: 'tells a token once, with which the user makes POST /members/accept; no mail is sent',
    read: ([accountId = '', email = '', word = '']) => {
      // The address is looked at by the door of the service too, which is not asked here.
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Misunderstood(`${email} is no e-mail address`);
      return invite(accountId, email, wordOf('role', memberRoles, word));
    },
  },
  'set-role': {
    takes: `<account> <member> ${memberRoles.join('|')}`,
    about: 'an OWNER may everything in every environment of the account',
    read: ([accountId = '', id = '', word = '']) => {
      const role = wordOf('role', memberRoles, word);
      return changing(accountId, (service) => service.update(id, { role }));
    },
  },
  'set-environment-role': {
    takes: `<account> <member> <environment> ${environmentRoles.join('|')}`,
    about: 'what a member may do in one environment; the others stay as they are',
    read: ([accountId = '', id = '', environmentId = '', word = '']) => {
      const role = wordOf('role', environmentRoles, word);
      return changing(accountId, (service) => service.setEnvironmentRole(id, { environmentId, role }));
    },
  },
  remove: {
    takes: '<account> <member>',
    about: 'the member is refused with the next request, an invitation ends',
    read: ([accountId = '', id = '']) => changing(accountId, (service) => service.remove(id), 'was removed'),
  },
};

const serviceOf = (installation: Installation): MembersService => installation.get(MembersService);

const rowOf = ({ id, email, subject, state, role, environments }: Member) => ({
  ...{ id, email: email ?? '-', subject: subject ?? '-', state, role },
  environments: environments.map((each) => `${each.environmentId}=${each.role}`).join(' ') || '-',
});

const listOf =
  (accountId: string): Work =>
  async (installation) => {
    await installation.actFor(accountId, () => installation.get(AccountAdministrationService).get());
    const found: Member[] = [];
    for (let after: string | undefined; ;) {
      const query = { limit: pageSize, after };
      const page = await installation.actFor(accountId, () => serviceOf(installation).list(query));
      found.push(...page.items);
      after = page.items.at(-1)?.id;
      if (!page.hasMore) break;
    }
    const text = found.length === 0 ? 'The account has no members' : tableOf(found.map(rowOf));
    return { json: found, text };
  };

const invite =
  (accountId: string, email: string, role: Member['role']): Work =>
  async (installation) => {
    const told = await installation.actFor(accountId, () => serviceOf(installation).invite({ email, role }));
    const until = told.invitationEndsAt?.toISOString() ?? '';
    return { json: told, text: `${email} (${told.id}) is invited until ${until}\nToken  ${told.token}` };
  };

const changing =
  (accountId: string, change: (service: MembersService) => Promise<Member>, outcome?: string): Work =>
  async (installation): Promise<Told> => {
    const told = await installation.actFor(accountId, () => change(serviceOf(installation)));
    const name = told.email ?? told.subject ?? told.id;
    const { role, environments } = rowOf(told);
    return {
      json: told,
      text: `${name} (${told.id}) ${outcome ?? `is ${role}, in environments ${environments}`}`,
    };
  };
