import { EnvironmentError, loadEnvironment } from './env';

// Domain: access-and-events

const production = { NODE_ENV: 'production', EMBEDDED_DATABASE: 'allow' };
const hostsOf = (variables: Record<string, string>) => loadEnvironment(variables, false).webhookPrivateHosts;

describe('W5: WEBHOOK_PRIVATE_HOSTS', () => {
  it('is the own machine unless it is said, and in production nothing', () => {
    expect(hostsOf({})).toEqual({ names: ['localhost'], networks: ['127.0.0.0/8', '::1'] });
    expect(hostsOf(production)).toEqual({ names: [], networks: [] });
  });

  it('takes names, addresses and networks', () => {
    const text = 'hooks.internal, 10.1.2.3,10.1.0.0/16 , fd00::/8, a_b';
    const expected = { names: ['hooks.internal', 'a_b'], networks: ['10.1.2.3', '10.1.0.0/16', 'fd00::/8'] };
    for (const others of [{}, production])
      expect(hostsOf({ ...others, WEBHOOK_PRIVATE_HOSTS: text })).toEqual(expected);
  });

  it.each(['hooks internal', '10.0.0.0/40', '1.2.3', 'https://hooks.internal', '*', 'a,,b', 'a:80'])(
    'refuses %s',
    (text) => {
      expect(() => hostsOf({ WEBHOOK_PRIVATE_HOSTS: text })).toThrow(EnvironmentError);
      expect(() => hostsOf({ WEBHOOK_PRIVATE_HOSTS: text })).toThrow(/WEBHOOK_PRIVATE_HOSTS must be names/);
    },
  );
});
