import { buildSchema } from 'graphql';
import { Crossing } from './crossing';
import { FakeService, fakeDocument, fakeSdl, type FakeAnswer } from './fake-service';
import type { Defect } from './findings';
import { GraphqlOracle } from './graphql-oracle';
import { Judge } from './judge';
import { Reference, type Operation } from './reference';
import type { FuzzAnswer, FuzzRequest } from './request';
import { RestOracle } from './rest-oracle';
import { Sender } from './sender';

const [operation] = new Reference(fakeDocument).operations as [Operation];
const request: FuzzRequest = {
  ...{ operation: 'createThing', door: 'REST', intent: 'valid', what: 'as it should be', method: 'POST' },
  ...{ url: '/things', headers: { 'content-type': 'application/json' }, payload: '{"id":"a"}' },
};
const refused = { message: 'id must be a string', code: 'BadUserInput' };
const isRefusal = ({ status }: FuzzAnswer): boolean => status >= 400;
const place = { credentials: { environmentId: 'here', serverKey: 'key' } };
const foreignId = '01a21ca2-d207-766c-9ab0-ff3cf3bbb71b';

/** A defect that is put into a service must be found, and a service without one must not be blamed. */
describe('the oracle of the fuzzer', () => {
  let service: FakeService;
  let sender: Sender;
  let judge: Judge;

  beforeEach(async () => {
    service = await FakeService.start();
    sender = new Sender(service.url);
    const watch = {
      mark: () => Promise.resolve(service.writes.length),
      since: (_: string, mark: number) => Promise.resolve(service.writes.slice(mark)),
      close: () => Promise.resolve(),
    };
    const foreign = { mark: 'hiddenword', uuids: new Set([foreignId]) };
    judge = new Judge(sender, watch, new Crossing(), foreign);
  });
  afterEach(async () => {
    sender.close();
    await service.close();
  });

  const found = async (answers: FakeAnswer[], asked = request): Promise<string[]> => {
    service.answers = answers;
    const { answer, defects } = await judge.ask(place, asked, isRefusal);
    const more: Defect[] = answer ? new RestOracle(fakeDocument).defectsOf(operation, asked, answer) : [];
    return [...defects, ...more].map(({ kind }) => kind);
  };

  it.each<[string, FakeAnswer[], string[]]>([
    ['what is done as it is told', [{ status: 201, body: { data: { id: 'a', size: 1 } } }], []],
    ['what is refused as it is told', [{ status: 400, body: refused }], []],
    ['a 500', [{ status: 500, body: { message: 'x', code: null } }], ['status 500']],
    ['a status that nobody told of', [{ status: 418, body: refused }], ['status 418']],
    ['a field that is missing', [{ status: 201, body: { data: { size: 1 } } }], ['body of 201']],
    ['a field that nobody told of', [{ status: 201, body: { data: { id: 'a', more: 1 } } }], ['body of 201']],
    ['a value out of its range', [{ status: 201, body: { data: { id: 'a', size: -1 } } }], ['body of 201']],
    ['no JSON', [{ status: 201, body: '<html>' }], ['body of 201 is no JSON']],
    ['an error of another shape', [{ status: 400, body: { error: 'x' } }], ['body of 400']],
    ['a code that nobody told of', [{ status: 400, body: { ...refused, code: 'Oops' } }], ['body of 400']],
    [
      'a word of another environment',
      [{ status: 201, body: { data: { id: 'hiddenword' } } }],
      ['a word of another environment'],
    ],
    [
      'an id of another environment',
      [{ status: 201, body: { data: { id: foreignId } } }],
      ['an id of another environment'],
    ],
    [
      'a refusal that writes',
      [{ status: 400, body: refused, writes: 'thing insert' }],
      ['a refusal changed something'],
    ],
    [
      'work that another one left behind',
      [
        { status: 400, body: refused, writes: 'thing update' },
        { status: 400, body: refused },
      ],
      [],
    ],
    [
      'an answer that takes long each time',
      [{ status: 201, body: { data: { id: 'a' } }, lateMs: 2100 }],
      ['over 2 s'],
    ],
    [
      'an answer that took long once',
      [
        { status: 201, body: { data: { id: 'a' } }, lateMs: 2100 },
        { status: 201, body: { data: { id: 'a' } } },
      ],
      [],
    ],
    ['no answer', [], ['no answer']],
  ])('%s', async (_what, answers, kinds) => {
    expect(await found(answers)).toEqual(kinds);
  });

  it('what the request said itself may come back', async () => {
    const asked = { ...request, url: `/things?of=${foreignId}`, payload: '{"id":"hiddenword"}' };
    expect(await found([{ status: 201, body: { data: { id: `hiddenword ${foreignId}` } } }], asked)).toEqual(
      [],
    );
  });

  it('what its schema refuses must be refused', async () => {
    const asked = { ...request, payload: '{"id":5}', mustBeRefused: true };
    expect(await found([{ status: 201, body: { data: { id: 'a' } } }], asked)).toEqual([
      'took what its schema refuses',
    ]);
  });

  it('a change that refusals make once for each object is found where it comes time and again', async () => {
    const once = (): FakeAnswer[] => [
      { status: 400, body: refused, writes: 'thing insert' },
      { status: 400, body: refused },
    ];
    for (let turn = 1; turn < 6; turn++) expect(await found(once())).toEqual([]);
    expect(await found(once())).toEqual(['refusals changed something once']);
  });
});

describe('the oracle of GraphQL', () => {
  const oracle = new GraphqlOracle(buildSchema(fakeSdl), fakeDocument);
  const asked = {
    ...request,
    payload: '{"query":"{ thing(id: \\"a\\") { id kind ... on Thing { size } } }"}',
  };
  const kinds = (status: number, body: unknown): string[] =>
    oracle
      .defectsOf(asked, { status, headers: {}, text: JSON.stringify(body), ms: 1 })
      .map(({ kind }) => kind);
  const thing = { id: 'a', kind: 'A', size: 1 };

  it.each<[string, number, unknown, string[]]>([
    ['what was asked for', 200, { data: { thing } }, []],
    [
      'nothing there',
      200,
      { data: { thing: null }, errors: [{ message: 'x', extensions: { code: 'BadUserInput' } }] },
      [],
    ],
    [
      'a null that must not be',
      200,
      { data: { thing: { ...thing, id: null } } },
      ['data is not of the schema'],
    ],
    [
      'a value that the enum does not have',
      200,
      { data: { thing: { ...thing, kind: 'C' } } },
      ['data is not of the schema'],
    ],
    [
      'a fraction where a whole number must be',
      200,
      { data: { thing: { ...thing, size: 1.5 } } },
      ['data is not of the schema'],
    ],
    [
      'a field that is missing',
      200,
      { data: { thing: { id: 'a', kind: 'A' } } },
      ['data is not of the schema'],
    ],
    [
      'an error of ours',
      200,
      { data: null, errors: [{ message: 'x', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] },
      ['code INTERNAL_SERVER_ERROR'],
    ],
    ['a 500', 500, { errors: [] }, ['status 500']],
    ['neither data nor errors', 200, {}, ['neither data nor errors']],
  ])('%s', (_what, status, body, expected) => {
    expect(kinds(status, body)).toEqual(expected);
  });
});
