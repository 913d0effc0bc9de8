import type { LookupAddress } from 'node:dns';
import { setTimeout as pause } from 'node:timers/promises';
import { SystemHostNames } from './host-names';
import { ReachableAddresses } from './reachable-addresses';

// Domain: access-and-events

const refusing = (code: string) => (): Promise<never> =>
  Promise.reject(Object.assign(new Error(code), { code }));
const [v4, v6] = ['192.0.2.1', '2001:db8::1'];

describe('W5: names that others name', () => {
  let looked: string[];
  const system = (hostname: string): Promise<LookupAddress[]> => {
    looked.push(hostname);
    return Promise.resolve([{ address: '10.0.0.1', family: 4 }]);
  };
  const named = new ReachableAddresses({ names: ['inside'], networks: [] });
  const found = (address: string) => (): Promise<string[]> => Promise.resolve([address]);
  const namesBy = (resolve4: () => Promise<string[]>, resolve6: () => Promise<string[]>) =>
    new SystemHostNames(named, { resolve4, resolve6 }, system);

  beforeEach(() => {
    looked = [];
  });

  it('are asked of the DNS, addresses of both kinds', async () => {
    expect(await namesBy(found(v4), found(v6)).addressesOf('hooks.example')).toEqual([
      { address: v4, family: 4 },
      { address: v6, family: 6 },
    ]);
    expect(await namesBy(found(v4), refusing('ETIMEOUT')).addressesOf('hooks.example')).toEqual([
      { address: v4, family: 4 },
    ]);
    expect(looked).toEqual([]);
  });

  it('are looked up by the system where the DNS knows nothing of them, or there is none', async () => {
    for (const code of ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])
      expect(await namesBy(refusing(code), refusing(code)).addressesOf('hooks')).toHaveLength(1);
    expect(looked).toEqual(['hooks', 'hooks', 'hooks']);
  });

  it('are looked up by the system alone where they are those of the operator, or of this machine', async () => {
    const names = namesBy(refusing('ETIMEOUT'), refusing('ETIMEOUT'));
    for (const name of ['inside', 'localhost']) await names.addressesOf(name);
    expect(looked).toEqual(['inside', 'localhost']);
  });

  it('whose servers are silent take no thread of the system', async () => {
    const names = namesBy(refusing('ETIMEOUT'), refusing('ENODATA'));
    await expect(names.addressesOf('silent.example')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    expect(looked).toEqual([]);
  });

  it('are looked up by the system two at once, one after the other, also after one that means nothing', async () => {
    let [inside, most] = [0, 0];
    const slow = async (hostname: string): Promise<LookupAddress[]> => {
      most = Math.max(most, ++inside);
      await pause(5);
      inside--;
      if (hostname === 'nowhere') throw new Error('unknown');
      return [];
    };
    const dns = { resolve4: refusing('ENOTFOUND'), resolve6: refusing('ENOTFOUND') };
    const names = new SystemHostNames(named, dns, slow);
    const all = ['a', 'nowhere', 'b', 'nowhere', 'c', 'd'].map((name) => names.addressesOf(name));
    const outcomes = (await Promise.allSettled(all)).map(({ status }) => status);
    expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(4);
    expect(most).toBe(2);
    expect(await names.addressesOf('later')).toEqual([]);
  });
});
