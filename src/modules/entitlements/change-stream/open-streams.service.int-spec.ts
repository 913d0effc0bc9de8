import { Credentials } from '#libs/security/authentication';
import { Metrics } from '#libs/telemetry/metrics';
import type { MessageSink } from '#libs/use-cases/message-stream';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import { createCustomer } from '../../../../test/support/catalog';
import { execute } from '../../../../test/support/database';
import { eventually } from '../../../../test/support/eventually';
import { OpenStreams } from './open-streams.service';

// Domain: entitlements-usage

describe('open streams', () => {
  let app: TestApp;
  let streams: OpenStreams;

  beforeAll(async () => {
    app = await createTestApp();
    streams = app.nest.get(OpenStreams);
  });
  afterAll(() => app.close());

  const asked = async ({ environmentId } = app.a) => {
    const [key] = await app.dataSource.query<{ uid: string }[]>(
      `select uid from api_key where kind = 'FULL_ACCESS' and environment_id = '${environmentId}'`,
    );
    return { environmentId, keyUid: key?.uid ?? '', secretNo: 0, customers: null };
  };
  /** Notes what it is told, and takes as many messages as it may. */
  const sinkOf = (most: number) => {
    const noted: string[] = [];
    const sink: MessageSink = {
      isBusy: false,
      tell: ({ event }) => noted.length < most && noted.push(event) > 0,
      beat: () => undefined,
      end: () => void noted.push('end'),
      cut: () => void noted.push('cut'),
    };
    return { noted, sink };
  };

  it('C3: who does not read what it is told is cut, once, and the others go on', async () => {
    const [slow, quick] = [sinkOf(1), sinkOf(100)];
    for (const { sink } of [slow, quick]) (await streams.open(await asked(), undefined)).connect(sink);
    await eventually(async () => expect([...streams.all].every(({ isListening }) => isListening)).toBe(true));
    for (const id of ['one', 'two', 'three']) await createCustomer(app.a.api, id);
    const updated = 'entitlements.updated';
    await eventually(async () => expect(quick.noted).toEqual([updated, updated, updated]));
    expect(slow.noted).toEqual([updated, 'cut']);
    expect(streams.all.size).toBe(1);
    expect(await app.nest.get(Metrics).render()).toMatch(/^streams_cut_total 1$/m);
  });

  it('C3: who comes while keys are asked about is none of those that have expired', async () => {
    const credentials = app.nest.get(Credentials);
    const answer = credentials.byKeyUids.bind(credentials);
    const [first, late] = [sinkOf(100), sinkOf(100)];
    const asking = jest.spyOn(credentials, 'byKeyUids').mockImplementation(async (uids) => {
      const good = await answer(uids);
      if (asking.mock.calls.length === 1)
        (await streams.open(await asked(app.b), undefined)).connect(late.sink);
      return good;
    });
    (await streams.open(await asked(), undefined)).connect(first.sink);
    await eventually(async () => expect(asking.mock.calls.length).toBeGreaterThan(1));
    await createCustomer(app.b.api, 'of-b');
    await eventually(async () => expect(late.noted).toEqual(['entitlements.updated']));
    asking.mockRestore();
  });

  it('C3: a stream ends with a key that has expired', async () => {
    const { noted, sink } = sinkOf(100);
    (await streams.open(await asked(), undefined)).connect(sink);
    await execute(
      app.databaseUrl,
      `update api_key set expires_at = '2020-01-01' where kind = 'FULL_ACCESS' and environment_id = '${app.a.environmentId}'`,
    );
    await eventually(async () => expect(noted).toEqual(['end']));
    expect([...streams.all].map(({ environmentId }) => environmentId)).toEqual([app.b.environmentId]);
  });
});
