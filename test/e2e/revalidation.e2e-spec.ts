import { createTestApp, type TestApp } from '../support/app';
import { newSubscriber, report } from '../support/catalog';
import { expectOk, type ApiClient, type Method } from '../support/client';
import { sellEveryKind } from '../support/every-kind-sold';

// Domain: entitlements-usage
describe('effective entitlements that the caller has already', () => {
  let app: TestApp;
  let api: ApiClient;
  let customer: string;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await sellEveryKind(api);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    customer = await newSubscriber(api, 'plan');
  });

  const ask = async (tag?: string, query = '', method: Method = 'GET') => {
    const headers: Record<string, string> = tag === undefined ? {} : { 'if-none-match': tag };
    const path = `/api/v1/customers/${customer}/entitlements${query}`;
    const { status, text, headers: told } = await api.send(method, path, undefined, headers);
    return { status, text, tag: told.get('etag') ?? '', type: told.get('content-type'), told };
  };

  it('C2: the same answer has the same tag, and who sends it is told 304 without a body', async () => {
    const first = await ask();
    expect(first).toMatchObject({ status: 200, tag: expect.stringMatching(/^"[\w-]{27}"$/) as string });
    expect((await ask()).tag).toBe(first.tag);
    const again = await ask(first.tag);
    expect(again).toMatchObject({ status: 304, text: '', tag: first.tag, type: null });
    expect(again.told.get('x-entitlements-version')).not.toBeNull();
    expect(again.told.get('x-request-id')).not.toBeNull();
    expect(again.told.get('cache-control')).toBe('private, no-cache');
  });

  it.each([
    ['weak', (tag: string) => `W/${tag}`],
    ['one of several', (tag: string) => `"other", ${tag}, "more"`],
    ['any', () => '*'],
  ])('C2: a tag that is %s matches', async (_form, written) => {
    const { tag } = await ask();
    expect(await ask(written(tag))).toMatchObject({ status: 304, text: '' });
  });

  it.each(['"other"', 'no tag at all', '', ',', '""'])(
    'C2: the answer is sent in full for %j',
    async (tag) => {
      const first = await ask();
      expect(await ask(tag)).toMatchObject({ status: 200, text: first.text });
    },
  );

  it('C2: usage, a write, and time alone make another answer', async () => {
    const tags = [(await ask()).tag];
    const changed = async (): Promise<void> => {
      const next = await ask(tags.at(-1));
      expect(next).toMatchObject({ status: 200 });
      expect(tags).not.toContain(next.tag);
      tags.push(next.tag);
    };
    await expectOk(report(api, customer, 'calls', 1));
    await changed();
    // The window of the report ends.
    app.clock.advance({ days: 32 });
    await changed();
    await expectOk(api.rest('POST', `/customers/${customer}/archive`));
    await changed();
  });

  it('C2: another customer and another environment have answers of their own', async () => {
    const { tag } = await ask();
    const path = `/api/v1/customers/${customer}/entitlements`;
    const elsewhere = await app.b.api.send('GET', path, undefined, { 'if-none-match': tag });
    expect(elsewhere).toMatchObject({ status: 200, body: { data: { entitlements: [] } } });
    customer = await newSubscriber(api, 'plan');
    await expectOk(report(api, customer, 'calls', 1));
    expect(await ask(tag)).toMatchObject({ status: 200 });
  });

  it('C2: a HEAD is answered like its GET', async () => {
    const { tag } = await ask();
    expect(await ask(undefined, '', 'HEAD')).toMatchObject({ status: 200, text: '', tag });
    const again = await ask(tag, '', 'HEAD');
    expect(again).toMatchObject({ status: 304, text: '', tag });
    expect(again.told.get('content-length')).toBeNull();
  });

  it('C2: a refusal has no tag', async () => {
    const refused = await ask('*', '?surplus=1');
    expect(refused).toMatchObject({ status: 400, tag: '' });
  });
});
