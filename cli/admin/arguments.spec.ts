import { readArguments, usage } from './arguments';
import { Misunderstood } from './noun';

const id = '01a1fbe8-4373-7546-bea7-334b281bb5a6';

describe('the words of npm run admin', () => {
  it.each([
    ['environments list', false],
    ['environments list --json', true],
    ['--json environments list', true],
    ['integrations reseal', false],
    [`environments set-type ${id} PRODUCTION`, false],
    [`environments set-type --json ${id} DEVELOPMENT`, true],
    [`keys create ${id} READ_ONLY nightly`, false],
    [`keys rotate ${id} ${id} 8784 --json`, true],
    ['keys peppers', false],
  ])('%s is understood', (words, wantsJson) => {
    expect(readArguments(words.split(' '))).toEqual({ wantsJson, work: expect.any(Function) as object });
  });

  it.each(['--help', '-h', 'environments --help', 'environments set-type --help', 'nothing -h'])(
    '%s asks for help and for nothing else',
    (words) => {
      expect(readArguments(words.split(' '))).toBeUndefined();
    },
  );

  it.each([
    ['', /^write one of accounts, audit, environments, integrations, keys, ledgers, members\n/],
    [
      'tenants list',
      /^tenants is unknown: write one of accounts, audit, environments, integrations, keys, ledgers, members\n/,
    ],
    ['constructor list', /^constructor is unknown: /],
    [
      'environments',
      /^write environments and one of list, create, set-type, publish, expect, hold, compare, release, forget\n/,
    ],
    [
      'environments drop',
      /^environments drop is unknown: write environments and one of list, create, set-type, publish, expect, hold, compare, release, forget\n/,
    ],
    ['environments toString', /^environments toString is unknown: /],
    ['environments list all', /^environments list takes nothing more\n/],
    [`environments compare ${id} db.example`, /^<url> must be an address starting with postgres:/],
    [`environments release ${id} http://db.example/x`, /^<url> must be an address starting with postgres:/],
    ['environments set-type', /^environments set-type takes <id> DEVELOPMENT\|SANDBOX\|PRODUCTION\n/],
    [`environments set-type ${id}`, /^environments set-type takes <id> /],
    [`environments set-type ${id} SANDBOX twice`, /^environments set-type takes <id> /],
    [`environments set-type ${id} STAGING`, /^STAGING is no type: write DEVELOPMENT, SANDBOX or PRODUCTION$/],
    [`environments set-type ${id} sandbox`, /^sandbox is no type: /],
    [
      'environments create here',
      /^environments create takes <account> <name> DEVELOPMENT\|SANDBOX\|PRODUCTION\n/,
    ],
    ['environments create a b STAGING', /^STAGING is no type: write DEVELOPMENT, SANDBOX or PRODUCTION$/],
    [`accounts set-tier ${id} GOLD`, /^GOLD is no tier: write FULL or BASIC$/],
    [
      `accounts set-access ${id} AUTHORIZED_DOMAIN`,
      /^AUTHORIZED_DOMAIN is no access: write INVITE_ONLY or SSO$/,
    ],
    [`members invite ${id} nobody MEMBER`, /^nobody is no e-mail address$/],
    [`members invite ${id} a@b.io ADMIN`, /^ADMIN is no role: write OWNER or MEMBER$/],
    [
      `members set-environment-role ${id} m e KING`,
      /^KING is no role: write ADMIN, SUPPORT, VIEWER or NONE$/,
    ],
    [`keys create ${id} READ_ONLY`, /^keys create takes <environment> <scopes> <name>\n/],
    [`keys create ${id} READ_ONLY ${'x'.repeat(256)}`, /^A name has 1 to 255 characters$/],
    [`keys rotate ${id} ${id} soon`, /^soon is no number of hours: write 0 to 8784$/],
    [`keys rotate ${id} ${id} 8785`, /^8785 is no number of hours: /],
    [`keys set-grace ${id} ${id} 1.5`, /^1.5 is no number of hours: /],
    ['environments list --all', /^Unknown option '--all'/],
  ])('"%s" is refused with what can be meant', (words, message) => {
    const read = () => readArguments(words.split(' ').filter((word) => word !== ''));
    expect(read).toThrow(Misunderstood);
    expect(read).toThrow(message);
  });

  it('the help tells every verb with what it takes', () => {
    expect(usage).toContain('npm run admin -- environments list\n');
    expect(usage).toContain('npm run admin -- environments set-type <id> DEVELOPMENT|SANDBOX|PRODUCTION\n');
  });
});
