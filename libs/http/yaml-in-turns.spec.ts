import { stringify } from 'yaml';
import { yamlInTurns } from './yaml-in-turns';

describe('YAML in turns', () => {
  it.each<[object]>([
    [{}],
    [{ formatVersion: 1, products: [], features: [{ id: 'a' }], text: 'one\ntwo\n' }],
    [
      {
        plans: [{ id: 'a', of: [1, { b: [] }] }, { id: 'b', text: 'x '.repeat(100) }, 'word', [1, [2]], null],
      },
    ],
    [{ '': ['a', 'b'], 'odd: name': [{ c: 'multi\nline' }, { c: '- d' }], nested: { list: [1, 2] } }],
  ])('it is the text of the whole: %j', async (document) => {
    expect(await yamlInTurns(document)).toBe(stringify(document));
  });
});
