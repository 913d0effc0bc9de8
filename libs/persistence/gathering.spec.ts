import { Gathering } from './gathering';

/** A database whose statements are answered when the test says so. */
function heldBack() {
  const statements: {
    environmentId: string;
    questions: string[];
    answer(): void;
    fail(error: Error): void;
  }[] = [];
  const askAll = (environmentId: string, questions: string[]): Promise<string[]> =>
    new Promise((resolve, reject) => {
      const answer = () => resolve(questions.map((question) => `${environmentId}: ${question}!`));
      statements.push({ environmentId, questions, answer, fail: reject });
    });
  return { statements, askAll };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Gathering', () => {
  it('asks the first at once and all that come meanwhile together, each told its own answer', async () => {
    const { statements, askAll } = heldBack();
    const gathering = new Gathering(askAll);
    const told = ['a', 'b', 'c'].map((question) => gathering.ask('one', question));
    expect(statements.map(({ questions }) => questions)).toEqual([['a']]);

    statements[0]?.answer();
    await turn();
    expect(statements.map(({ questions }) => questions)).toEqual([['a'], ['b', 'c']]);
    statements[1]?.answer();

    expect(await Promise.all(told)).toEqual(['one: a!', 'one: b!', 'one: c!']);
  });

  it('never answers from a statement that was sent before the question came', async () => {
    const { statements, askAll } = heldBack();
    const gathering = new Gathering(askAll);
    const before = gathering.ask('one', 'same');
    const after = gathering.ask('one', 'same');
    statements[0]?.answer();
    await before;
    await turn();
    expect(statements).toHaveLength(2);
    statements[1]?.answer();
    await after;
  });

  it('tenants share no statement and do not wait for each other', async () => {
    const { statements, askAll } = heldBack();
    const gathering = new Gathering(askAll);
    const told = [gathering.ask('one', 'a'), gathering.ask('two', 'a')];
    expect(statements.map(({ environmentId }) => environmentId)).toEqual(['one', 'two']);
    for (const { answer } of statements) answer();
    expect(await Promise.all(told)).toEqual(['one: a!', 'two: a!']);
  });

  it('asks no more together than it may', async () => {
    const { statements, askAll } = heldBack();
    const gathering = new Gathering(askAll, { most: 2, sizeOf: () => 1 });
    const told = ['a', 'b', 'c', 'd'].map((question) => gathering.ask('one', question));
    for (let place = 0; place < 3; place++) {
      statements[place]?.answer();
      await turn();
    }
    await Promise.all(told);
    expect(statements.map(({ questions }) => questions)).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it('a failure is told to those who were asked together; the others are asked as if nothing was', async () => {
    const { statements, askAll } = heldBack();
    const gathering = new Gathering(askAll);
    const failing = gathering.ask('one', 'a');
    const next = gathering.ask('one', 'b');
    statements[0]?.fail(new Error('bad question'));
    await expect(failing).rejects.toThrow('bad question');
    await turn();
    statements[1]?.answer();
    expect(await next).toBe('one: b!');

    const later = gathering.ask('one', 'c');
    statements[2]?.answer();
    expect(await later).toBe('one: c!');
  });

  it('a database that is away is told to all who wait, without another try', async () => {
    const { statements, askAll } = heldBack();
    const gathering = new Gathering(askAll);
    const told = ['a', 'b'].map((question) => gathering.ask('one', question));
    statements[0]?.fail(new Error('Connection terminated unexpectedly'));
    const outcomes = await Promise.allSettled(told);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(statements).toHaveLength(1);
  });
});
