import { Ajv2020 } from 'ajv/dist/2020';
import { randomFrom } from '../support/seeded-random';
import { breakOne, spoil } from './breaking';
import { fakeDocument } from './fake-service';
import { Findings } from './findings';
import { Verbatim, written } from './json-text';
import { KnownIds } from './known';
import { Reference, type Operation } from './reference';
import { curlOf, type FuzzRequest } from './request';
import { escaped, RestRequests } from './rest-requests';
import { ValidValues } from './valid-values';

const reference = new Reference(fakeDocument);
const [operation] = reference.operations as [Operation];
const body = operation.body ?? {};
const isValid = new Ajv2020({ strict: false }).compile({ ...body, additionalProperties: false });
const seeds = Array.from({ length: 200 }, (_, seed) => seed);

describe('requests of the fuzzer', () => {
  it('valid ones are valid, and broken ones are not', () => {
    for (const seed of seeds) {
      const random = randomFrom(seed);
      const valid = new ValidValues(reference, new KnownIds(), random).of(body);
      expect([seed, isValid(valid)]).toEqual([seed, true]);
      const broken = breakOne(reference, body, valid, random);
      expect([seed, broken?.what, isValid(JSON.parse(written(broken?.body)))]).toEqual([
        seed,
        broken?.what,
        false,
      ]);
    }
  });

  it('every constraint is broken by some', () => {
    const ways = seeds.map((seed) => {
      const random = randomFrom(seed);
      return breakOne(reference, body, { id: 'a', size: 1 }, random)?.what.split(' at ')[0];
    });
    expect(new Set(ways)).toEqual(
      new Set(['maxLength', 'minLength', 'minimum', 'missing', 'pattern', 'type', 'unknown field']),
    );
  });

  it('hostile ones can be written, whatever is in them', () => {
    for (const seed of seeds) {
      const { body: spoilt } = spoil(reference, body, { id: 'a', size: 1 }, randomFrom(seed));
      expect(typeof written(spoilt)).toBe('string');
    }
    expect(written({ a: new Verbatim('1e309'), b: undefined, c: [-0, '\ud800'] })).toBe(
      '{"a":1e309,"c":[0,"\\ud800"]}',
    );
  });

  it('a seed brings the same requests again', () => {
    const course = (seed: number): unknown[] => {
      const requests = new RestRequests(reference, new KnownIds(), ['of somebody else'], randomFrom(seed));
      return Array.from({ length: 50 }, () => requests.of(operation, {})).map(({ intent, what, method }) => [
        intent,
        what,
        method,
      ]);
    };
    expect(course(7)).toEqual(course(7));
    expect(course(7)).not.toEqual(course(8));
  });

  it('lone surrogates, NUL and broken percents can stand in an address', () => {
    expect(escaped('a\ud800\u0000/é😀')).toBe('a%ed%a0%80%00%2F%C3%A9%F0%9F%98%80');
  });
});

describe('what is told of a defect', () => {
  const request: FuzzRequest = {
    ...{
      operation: 'createThing',
      door: 'REST',
      intent: 'hostile',
      what: 'hostile at id',
      method: 'POST',
      url: "/things?a='",
    },
    headers: { 'x-api-key': 'secret', 'content-type': 'application/json' },
    payload: `{"id":"it's"}`,
  };

  it('one line of curl, without the key', () => {
    const told = curlOf(request, () => 'file');
    expect(told).toBe(
      `curl -sS -i --path-as-is -g -X POST -H "x-api-key: $FUZZ_KEY" -H 'content-type: application/json' ` +
        `--data-binary '{"id":"it'\\''s"}' "$FUZZ_URL"'/things?a='\\'''`,
    );
    expect(curlOf({ ...request, payload: '{"id":"é\n"}' }, () => 'file')).toContain(
      `--data-binary $'{"id":"\\xc3\\xa9\\x0a"}'`,
    );
    expect(curlOf({ ...request, payload: 'x'.repeat(10_000) }, () => '/there')).toContain(
      '--data-binary @/there',
    );
  });

  it('each kind of an operation once, with how often; and what was never done', () => {
    const findings = new Findings(() => 'file');
    for (const status of [500, 500, 400]) findings.count('createThing', status);
    const answer = { status: 500, headers: {}, text: 'x', ms: 1 };
    expect(findings.add(request, answer, { kind: 'status 500', detail: 'never 5xx' }, 1)).toBe(true);
    expect(findings.add(request, answer, { kind: 'status 500', detail: 'never 5xx' }, 1)).toBe(false);
    expect(findings.defects).toEqual([expect.stringContaining('createThing: status 500 (2 ×, SEED=1)')]);
    expect(findings.statuses).toBe('400: 1, 500: 2');
    expect(findings.neverDone(['createThing'])).toEqual(['createThing']);
  });
});
