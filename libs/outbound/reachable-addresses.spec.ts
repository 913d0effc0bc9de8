import { isNetwork, ReachableAddresses } from './reachable-addresses';

// Domain: access-and-events

const strict = new ReachableAddresses({ names: [], networks: [] });

describe('W5: where the service may connect to', () => {
  it('W-02, W-03: to public addresses', () => {
    for (const address of [
      '93.184.216.34',
      '8.8.8.8',
      '2606:2800:220:1:248:1893:25c8:1946',
      '::ffff:8.8.8.8',
    ])
      expect([address, strict.allows('a.example', address)]).toEqual([address, true]);
  });

  it('W-03: to no private, local, reserved or translated one', () => {
    const refused = [
      ...[
        '127.0.0.1',
        '127.255.255.254',
        '0.0.0.0',
        '10.0.0.1',
        '172.16.0.1',
        '172.31.255.255',
        '192.168.0.1',
      ],
      ...[
        '169.254.169.254',
        '100.64.0.1',
        '192.0.0.1',
        '192.0.2.1',
        '198.18.0.1',
        '198.51.100.1',
        '203.0.113.1',
      ],
      ...[
        '224.0.0.1',
        '240.0.0.1',
        '255.255.255.255',
        '::',
        '::1',
        'fc00::1',
        'fd12::1',
        'fe80::1',
        'ff02::1',
      ],
      ...['::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1'],
      ...['2001:db8::1', '::127.0.0.1', '4000::1', 'fec0::1'],
    ];
    for (const address of refused)
      expect([address, strict.allows('a.example', address)]).toEqual([address, false]);
  });

  it('to what is no address never', () => {
    for (const text of ['', 'localhost', '1.2.3', '1.2.3.4.5', ' 8.8.8.8', '8.8.8.8/8'])
      expect([text, strict.allows('a.example', text)]).toEqual([text, false]);
  });

  it('to a private one where the operator names the host or its network', () => {
    const own = new ReachableAddresses({
      names: ['Hooks.Internal'],
      networks: ['10.1.0.0/16', '::1', '127.0.0.1'],
    });
    expect(own.allows('hooks.internal.', '192.168.1.1')).toBe(true);
    expect(own.allows('other.internal', '192.168.1.1')).toBe(false);
    expect(own.allows('other.internal', '10.1.255.255')).toBe(true);
    expect(own.allows('other.internal', '10.2.0.0')).toBe(false);
    expect(own.allows('::1', '::1')).toBe(true);
    expect(own.allows('x', '::ffff:127.0.0.1')).toBe(true);
    expect(own.allows('x', '127.0.0.2')).toBe(false);
    expect([own.isNamed('[::1]'), own.isNamed('HOOKS.internal'), own.isNamed('10.1.2.3')]).toEqual([
      ...[true, true, true],
    ]);
    expect([own.isNamed('internal'), own.isNamed('8.8.8.8')]).toEqual([false, false]);
  });

  it('knows networks from names', () => {
    expect(['10.0.0.0/8', '10.0.0.1', '::1', 'fc00::/7'].map(isNetwork)).toEqual([true, true, true, true]);
    expect(['hooks', '10.0.0.0/33', 'a.example'].map(isNetwork)).toEqual([false, false, false]);
  });
});
