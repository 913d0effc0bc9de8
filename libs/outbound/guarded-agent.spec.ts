import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LookupAddress } from 'node:dns';
import type { Agent } from 'undici';
import { guardedAgent } from './guarded-agent';
import type { HostNames } from './host-names';
import { post } from './post';
import { ReachableAddresses } from './reachable-addresses';

// Domain: access-and-events

describe('connections to hosts that others name', () => {
  let server: Server;
  let came: number;
  let answer: (response: ServerResponse) => void;
  let names: Map<string, string[]>;
  let lookups: string[];
  const agents: Agent[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      came += 1;
      request.resume();
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    [came, names, lookups] = [0, new Map(), []];
    answer = (response) => response.writeHead(204).end();
  });
  afterEach(async () => {
    await Promise.all(agents.splice(0).map((agent) => agent.destroy()));
  });

  const hostNames: HostNames = {
    addressesOf: async (hostname): Promise<LookupAddress[]> => {
      lookups.push(hostname);
      const addresses = names.get(hostname);
      if (!addresses) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  };
  const agentFor = (names: string[] = [], networks: string[] = []): Agent => {
    const agent = guardedAgent(new ReachableAddresses({ names, networks }), hostNames, 2000);
    agents.push(agent);
    return agent;
  };
  const portOf = (): number => (server.address() as AddressInfo).port;
  const ask = (agent: Agent, host: string, timeoutMs = 2000) =>
    post(agent, `http://${host}:${portOf()}/`, '{}', {}, timeoutMs);

  it('W-02: an address that is private is never connected to', async () => {
    for (const host of ['127.0.0.1', '[::1]', '0.0.0.0', '[::ffff:127.0.0.1]', '127.1', '2130706433'])
      await expect(ask(agentFor(), host)).rejects.toThrow(/at no public address/);
    expect(came).toBe(0);
  });

  it('W-03: nor is a name that means one', async () => {
    names.set('hooks.example', ['127.0.0.1', '10.0.0.1']);
    await expect(ask(agentFor(), 'hooks.example')).rejects.toThrow('hooks.example is at no public address');
    expect(came).toBe(0);
  });

  it('W-05: each connection goes by what its name means then, and to nothing else', async () => {
    const agent = agentFor([], ['127.0.0.1']);
    names.set('hooks.example', ['127.0.0.1']);
    answer = (response) => response.writeHead(204, { connection: 'close' }).end();
    expect(await ask(agent, 'hooks.example')).toMatchObject({ status: 204 });
    names.set('hooks.example', ['127.0.0.2']);
    await expect(ask(agent, 'hooks.example')).rejects.toThrow(/at no public address/);
    expect([came, lookups.length]).toEqual([1, 2]);
  });

  it('goes to the public ones of several', async () => {
    names.set('hooks.example', ['10.0.0.1', '127.0.0.1']);
    expect(await ask(agentFor([], ['127.0.0.1']), 'hooks.example')).toMatchObject({ status: 204 });
  });

  it('W5: goes to a private one by a name of the operator', async () => {
    names.set('hooks.internal', ['127.0.0.1']);
    expect(await ask(agentFor(['hooks.internal']), 'hooks.internal')).toMatchObject({ status: 204 });
    await expect(ask(agentFor(['hooks.internal']), '127.0.0.1')).rejects.toThrow(/no public address/);
  });

  it('W-06: a redirect is an answer, and not followed', async () => {
    answer = (response) => response.writeHead(302, { location: `http://127.0.0.1:${portOf()}/there` }).end();
    expect(await ask(agentFor([], ['127.0.0.1']), '127.0.0.1')).toMatchObject({ status: 302 });
    expect(came).toBe(1);
  });

  it('an unknown name is told as such', async () => {
    await expect(ask(agentFor(), 'nowhere.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('silence ends with the time that is given', async () => {
    answer = () => undefined;
    await expect(ask(agentFor([], ['127.0.0.1']), '127.0.0.1', 100)).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  it('tells when a receiver wants to be asked again', async () => {
    answer = (response) => response.writeHead(503, { 'retry-after': '120' }).end();
    const told = await ask(agentFor([], ['127.0.0.1']), '127.0.0.1');
    expect(told).toEqual({ status: 503, retryAfter: '120' });
  });

  it('of an endless answer little is read, and headers that are too large are none', async () => {
    const agent = agentFor([], ['127.0.0.1']);
    let sent = 0;
    const ended = new Promise<void>((resolve) => {
      answer = (response) => {
        response.on('close', resolve);
        response.on('error', () => undefined);
        const part = Buffer.alloc(65_536);
        const more = (): void => {
          while (!response.destroyed && response.write(part)) sent += part.length;
        };
        response.writeHead(200).on('drain', more);
        more();
      };
    });
    expect(await ask(agent, '127.0.0.1')).toMatchObject({ status: 200 });
    await ended;
    expect(sent).toBeLessThan(64 * 1024 * 1024);
    answer = (response) => response.writeHead(200, { 'x-large': 'x'.repeat(20_000) }).end();
    await expect(ask(agent, '127.0.0.1')).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_OVERFLOW' });
  });
});
