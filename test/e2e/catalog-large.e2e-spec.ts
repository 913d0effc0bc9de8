import { wideCatalog } from '../../bench/wide-catalog';
import { createTestApp, type TestApp } from '../support/app';
import type { RestAnswer } from '../support/client';
import { longestTurn } from '../support/turns';

const largest = 8 * 1024 * 1024;
/** Of a busy machine; on a quiet one a turn takes a tenth of it. Before, each of these took seconds in one turn. */
const bar = 400;

/** As many of them as the largest body holds. */
function filled(head: string, element: string, tail: string): string {
  const room = largest - head.length - tail.length - element.length;
  return head + `${element},`.repeat(Math.floor(room / (element.length + 1))) + element + tail;
}

/** Nobody waits for a catalog of somebody else. Times are those of the process, so that neighbours cannot fail them. */
describe('large catalogs', () => {
  let app: TestApp;
  let key: string;

  beforeAll(async () => {
    app = await createTestApp();
    key = await app.a.scopedKey('products:read', 'features:read', 'plans:read');
  });
  afterAll(() => app.close());

  const plan = (body: string): Promise<{ answer: RestAnswer; turnMs: number }> =>
    longestTurn(() => app.anonymous.as({ key }).rest('POST', '/catalog/plan', body));

  const feature = '{"id":"a","displayName":"b","featureType":"BOOLEAN"}';
  it.each<[string, string, RegExp]>([
    ['empty objects', filled('{"document":{"formatVersion":1,"plans":[', '{}', ']}}'), /values/],
    ['numbers', filled('{"document":{"formatVersion":1,"plans":[', '7', ']}}'), /values/],
    [
      'too many objects',
      filled('{"document":{"formatVersion":1,"features":[', feature, ']}}'),
      /at most 50000/,
    ],
    ['an open tower of lists', '['.repeat(largest), /24 levels/],
    ['a tower of lists', `{"document":${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}}`, /24 levels/],
    ['a tower of objects', filled('', '{"a":{"b":', '').replaceAll(',', ''), /24 levels/],
    [
      'unknown fields',
      `{"document":{${Array.from({ length: 600_000 }, (_, n) => `"k${n}":1`).join()}}}`,
      /members/,
    ],
    [
      'one enormous plan',
      filled(
        '{"document":{"formatVersion":1,"plans":[{"entitlements":[',
        '{"id":"a","isCustom":false,"isGranted":true,"order":7}',
        ']}]}}',
      ),
      /document\.plans\[0\] holds more/,
    ],
    ['a text without end', `{"document":{"formatVersion":1,"plans":["${'\\"'.repeat(4_000_000)}`, /JSON/],
    ['what is no JSON at its end', filled('[', '"aaaaaaaaaaaa"', ''), /JSON/],
  ])('a body of %s is refused while others are served', async (_what, body, message) => {
    expect(body.length).toBeLessThanOrEqual(largest);
    const { answer, turnMs } = await plan(body);
    expect(answer).toRefuse('BadUserInput', message);
    expect(turnMs).toBeLessThan(bar);
  });

  it('a wrong field at the end of a large document is told with its place', async () => {
    const document = wideCatalog({ features: 4000, plans: 40, entitlementsPerPlan: 10 });
    Object.assign(document.plans[37]?.entitlements[4] as object, { usageLimit: 'many' });
    const { answer, turnMs } = await plan(JSON.stringify({ document }));
    expect(answer).toRefuse('BadUserInput', /^document\.plans\[37\]\.entitlements\[4\]\.usageLimit/);
    expect(turnMs).toBeLessThan(bar);
  });

  it('planning thousands of objects serves others meanwhile', async () => {
    const document = wideCatalog({ features: 3000, plans: 0, entitlementsPerPlan: 1 });
    const { answer, turnMs } = await plan(JSON.stringify({ document }));
    expect((answer.body as { data: { changes: unknown[] } }).data.changes).toHaveLength(3001);
    expect(turnMs).toBeLessThan(bar);
  });
});
