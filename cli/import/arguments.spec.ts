import { Advice } from '../terminal';
import { readArguments } from './arguments';

const read = (words: string, variables: Record<string, string> = {}) =>
  readArguments(words === '' ? [] : words.split(' '), variables);

describe('the words of npm run import', () => {
  it('name what is imported, its file and the fields of its columns', () => {
    expect(read('customers people.csv --map mail=email --map note= --url http://x --key k')).toEqual({
      ...{ kind: 'customers', file: 'people.csv', format: 'csv', integrationId: undefined, isAgain: false },
      map: new Map([
        ['mail', 'email'],
        ['note', undefined],
      ]),
      service: { url: 'http://x', key: 'k' },
    });
  });

  it('take the service of the shell, and tell a file of lines by its name', () => {
    const variables = { CATALOG_URL: 'http://y', CATALOG_KEY: 'server-1' };
    expect(read('subscriptions a/b.jsonl --again --integration crm', variables)).toMatchObject({
      ...{ format: 'jsonl', isAgain: true, integrationId: 'crm' },
      service: { url: 'http://y', key: 'server-1' },
    });
  });

  it.each(['--help', '-h', 'customers --help'])('%s asks for help and for nothing else', (words) => {
    expect(read(words)).toBeUndefined();
  });

  it.each([
    ['', /^npm run import/],
    ['customers', /^npm run import/],
    ['plans a.csv', /^npm run import/],
    ['customers a.csv b.csv', /^npm run import/],
    ['customers a.xlsx', /ends with .csv or .jsonl/],
    ['customers a.csv --wrong', /--wrong.*npm run import/s],
    ['customers a.csv --map email', /write <column>=<field>/],
    ['customers a.csv --map plan=planId', /planId is no field of customers: they are id, email/],
  ])('%s is refused, and it is told what to write', (words, message) => {
    expect(() => read(words)).toThrow(message);
    expect(() => read(words)).toThrow(Advice);
  });
});
