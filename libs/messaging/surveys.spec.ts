import { Survey, Surveys } from './surveys';

const uses = new Survey<{ id: string }, { by: string }>('test.uses');
const keys = new Survey<{ id: string }>('test.keys');

describe('surveys', () => {
  it('tell nothing where nobody answers', async () => {
    expect([...(await new Surveys().ask(uses, { id: 'a' }))]).toEqual([]);
  });

  it('tell the answers of all informants in the order of their registration', async () => {
    const surveys = new Surveys();
    surveys.register(uses, async ({ id }) => [{ by: `${id}1` }, { by: `${id}2` }]);
    surveys.register(uses, async () => []);
    surveys.register(uses, async ({ id }) => [{ by: `${id}3` }]);
    expect([...(await surveys.ask(uses, { id: 'a' }))]).toEqual([{ by: 'a1' }, { by: 'a2' }, { by: 'a3' }]);
  });

  it('tell a key once, whoever names it', async () => {
    const surveys = new Surveys();
    surveys.register(keys, async () => ['a', 'b']);
    surveys.register(keys, async () => ['b', 'c']);
    expect([...(await surveys.ask(keys, { id: 'x' }))]).toEqual(['a', 'b', 'c']);
  });

  it('fail with their informant', async () => {
    const surveys = new Surveys();
    surveys.register(keys, async () => Promise.reject(new Error('away')));
    await expect(surveys.ask(keys, { id: 'x' })).rejects.toThrow('away');
  });
});
