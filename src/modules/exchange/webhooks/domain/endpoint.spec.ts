import { ReachableAddresses } from '#libs/outbound/reachable-addresses';
import { endpointOf } from './endpoint';

// Domain: access-and-events

const strict = { reachable: new ReachableAddresses({ names: [], networks: [] }), allowsPlain: false };
const named = {
  reachable: new ReachableAddresses({ names: ['hooks.internal', 'localhost'], networks: ['10.1.0.0/16'] }),
  allowsPlain: true,
};

const refused = (text: string, reason: RegExp, rules = strict): void =>
  expect(() => endpointOf(text, rules)).toThrow(reason);

describe('W1, W5: where webhooks may be received', () => {
  it('is an address with TLS at a public host', () => {
    expect(endpointOf('https://hooks.example.com/path?x=1', strict)).toBe(
      'https://hooks.example.com/path?x=1',
    );
    expect(endpointOf('HTTPS://Hooks.Example.com:8443#there', strict)).toBe(
      'https://hooks.example.com:8443/',
    );
    expect(endpointOf('https://93.184.216.34/', strict)).toBe('https://93.184.216.34/');
  });

  it('W-01, W-07: nothing but https, without a user', () => {
    for (const scheme of ['http', 'ftp', 'file', 'gopher', 'ws', 'javascript'])
      refused(`${scheme}://hooks.example.com/`, /endpoint must begin with https/);
    refused('https://user:secret@hooks.example.com/', /endpoint may not hold a user/);
    for (const text of ['', 'hooks', 'https://', '//hooks.example.com', 'https://exa mple.com'])
      refused(text, /endpoint must (be an address|begin)/);
  });

  it('W-07: no port of another protocol', () => {
    for (const port of [22, 25, 80, 110, 445, 5432, 6379, 9200, 0])
      refused(`https://hooks.example.com:${port}/`, /endpoint may not name the port/);
    expect(endpointOf('https://hooks.example.com:443/', strict)).toBe('https://hooks.example.com/');
  });

  it('W-02, W-03: no host that is private, however it is written', () => {
    const hosts = [
      ...[
        '127.0.0.1',
        'localhost',
        'LOCALHOST.',
        'a.localhost',
        '[::1]',
        '0.0.0.0',
        '0',
        '127.1',
        '2130706433',
      ],
      ...['0x7f.1', '017700000001', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
      ...['[fc00::1]', '[fe80::1]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[::]'],
      ...['224.0.0.1', '255.255.255.255', '192.0.2.1', '198.18.0.1', '[2001:db8::1]', '[2001::1]'],
    ];
    for (const host of hosts) refused(`https://${host}/`, /endpoint must be reachable from the internet/);
  });

  it('W5: what the operator names may be private; every other rule holds for it', () => {
    expect(endpointOf('https://hooks.internal/', named)).toBe('https://hooks.internal/');
    expect(endpointOf('https://10.1.2.3/', named)).toBe('https://10.1.2.3/');
    refused('https://10.2.2.3/', /WEBHOOK_PRIVATE_HOSTS/, named);
    refused('https://hooks.internal:5432/', /port 5432/, named);
    refused('https://user@hooks.internal/', /user/, named);
  });

  it('W-01: without TLS only there, and never in production', () => {
    expect(endpointOf('http://localhost:4000/', named)).toBe('http://localhost:4000/');
    refused('http://hooks.example.com/', /https/, named);
    refused('http://localhost:4000/', /https/, { ...named, allowsPlain: false });
  });
});
