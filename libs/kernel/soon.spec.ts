import { soon } from './soon';

describe('soon', () => {
  it('goes on at once with what is there', () => {
    expect(soon(2, (value) => value + 1)).toBe(3);
  });

  it('goes on later with what will be there', async () => {
    const answer = soon(Promise.resolve(2), (value) => value + 1);

    expect(answer).toBeInstanceOf(Promise);
    await expect(answer).resolves.toBe(3);
  });

  it('throws at once what fails at once, and rejects with what fails later', async () => {
    const fail = (): never => {
      throw new Error('refused');
    };

    expect(() => soon(1, fail)).toThrow('refused');
    await expect(soon(Promise.resolve(1), fail)).rejects.toThrow('refused');
  });
});
