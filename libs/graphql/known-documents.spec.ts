import { parse } from 'graphql';
import { knownDocuments } from './known-documents';

describe('known documents', () => {
  it('are told again, and the latest few are all that is kept', async () => {
    const store = knownDocuments(4);
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const key of keys) await store.set(key, parse(`{ ${key} }`));
    const kept = await Promise.all(keys.map(async (key) => (await store.get(key)) !== undefined));
    expect(kept.filter(Boolean).length).toBeLessThanOrEqual(4);
    expect(kept.at(-1)).toBe(true);
    await store.delete('f');
    expect(await store.get('f')).toBeUndefined();
  });
});
