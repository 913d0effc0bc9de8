import { Injectable, Scope } from '@nestjs/common';
import { discovered } from '../../test/support/discovered';
import { DueWork } from './due-work';
import { Answers, Change, Follows, Job, OnEvent, Question, Survey, Vetoes } from './extensions';

const archival = new Question<{ id: string }>('test.archive');
const archived = new Change<{ id: string }>('test.archived');
const uses = new Survey<{ id: string }, { by: string }>('test.uses');
const keys = new Survey<{ id: string }>('test.keys');

describe('extensions', () => {
  let heard: string[];
  beforeEach(() => (heard = []));

  class Lower {
    @Vetoes(archival)
    async refuse({ id }: typeof archival.facts): Promise<void> {
      heard.push(`lower refuse ${id}`);
      if (id === 'low') throw new Error('lower');
    }

    @Follows(archived)
    async follow({ id }: typeof archived.facts): Promise<void> {
      heard.push(`lower ${id}`);
    }

    @Answers(uses)
    async usesOf({ id }: typeof uses.facts): Promise<{ by: string }[]> {
      return [{ by: `${id}1` }, { by: `${id}2` }];
    }

    @Answers(keys)
    async keysOf(): Promise<Set<string>> {
      return new Set(['a', 'b']);
    }
  }

  class Upper {
    private readonly word = 'upper';

    @Vetoes(archival)
    async refuse({ id }: typeof archival.facts): Promise<void> {
      heard.push(`${this.word} refuse ${id}`);
      if (id !== 'free') throw new Error(this.word);
    }

    @Follows(archived)
    async first({ id }: typeof archived.facts): Promise<void> {
      heard.push(`first ${id}`);
      if (id === 'stuck') throw new Error('away');
    }

    @Follows(archived)
    async second({ id }: typeof archived.facts): Promise<void> {
      heard.push(`second ${id}`);
    }

    @Answers(uses)
    async usesOf({ id }: typeof uses.facts): Promise<{ by: string }[]> {
      return [{ by: `${id}3` }];
    }

    @Answers(keys)
    async keysOf({ id }: typeof keys.facts): Promise<string[]> {
      if (id === 'away') throw new Error('away');
      return ['b', 'c'];
    }
  }

  const both = async () => (await discovered([Lower], [Upper])).extensions;

  it('nobody objects, follows or knows where nobody is there', async () => {
    const { extensions } = await discovered([]);
    await extensions.ask(archival, { id: 'low' });
    await extensions.announce(archived, { id: 'low' });
    expect([...(await extensions.survey(uses, { id: 'a' }))]).toEqual([]);
  });

  it('the lower module refuses first, and who comes after a refusal is not asked', async () => {
    const extensions = await both();
    await expect(extensions.ask(archival, { id: 'low' })).rejects.toThrow('lower');
    expect(heard).toEqual(['lower refuse low']);
    await expect(extensions.ask(archival, { id: 'high' })).rejects.toThrow('upper');
    await extensions.ask(archival, { id: 'free' });
  });

  it('modules follow one after the other, methods of a class in their order, until one fails', async () => {
    const extensions = await both();
    await extensions.announce(archived, { id: 'x' });
    expect(heard).toEqual(['lower x', 'first x', 'second x']);
    await expect(extensions.announce(archived, { id: 'stuck' })).rejects.toThrow('away');
    expect(heard.slice(3)).toEqual(['lower stuck', 'first stuck']);
  });

  it('a survey tells the answers of all in their order, a key once, and fails with who fails', async () => {
    const extensions = await both();
    expect([...(await extensions.survey(uses, { id: 'a' }))]).toEqual([
      { by: 'a1' },
      { by: 'a2' },
      { by: 'a3' },
    ]);
    expect([...(await extensions.survey(keys, { id: 'x' }))]).toEqual(['a', 'b', 'c']);
    await expect(extensions.survey(keys, { id: 'away' })).rejects.toThrow('away');
  });

  it('a provider of several names is found once', async () => {
    const again = { provide: 'again', useExisting: Lower } as never;
    const { extensions } = await discovered([Lower, again]);
    await extensions.announce(archived, { id: 'x' });
    expect(heard).toEqual(['lower x']);
  });

  it('no application starts with an unknown type of event', async () => {
    class Misspelt {
      @OnEvent('customer.craeted')
      async hear(): Promise<void> {}
    }
    await expect(discovered([Misspelt])).rejects.toThrow(
      'Misspelt.hear: customer.craeted is no type of event',
    );
  });

  it('no application starts with two works of one name', async () => {
    class Render {
      @Job('render')
      async perform(): Promise<void> {}
    }
    @DueWork('render')
    class Again {
      async next(): Promise<never[]> {
        return [];
      }

      async process(): Promise<number> {
        return 0;
      }
    }
    await expect(discovered([Render, Again])).rejects.toThrow(
      'Again and Render.perform both do the work render',
    );
  });

  it.each([Scope.REQUEST, Scope.TRANSIENT])(
    'no application starts with one that is made often: %s',
    async (scope) => {
      @Injectable({ scope })
      class Often extends Lower {}
      await expect(discovered([Often])).rejects.toThrow(
        'Often.refuse extends others, so its class must be made once',
      );
    },
  );
});
