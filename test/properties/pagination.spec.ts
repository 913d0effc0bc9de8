import fc from 'fast-check';
import type { Page } from '#libs/kernel/page';
import { paginate, type Slice } from '#libs/persistence/paginate';

// Domain: access-and-events

/** A list in memory: uids ascending by creation, newest first on every page. */
const sliceOf = (uids: readonly string[]): Slice<string> => ({
  count: async () => uids.length,
  beyond: async (direction, position, limit) => {
    const newestFirst = [...uids].sort().reverse();
    if (position === undefined) {
      const edge = direction === 'forward' ? newestFirst : newestFirst.reverse();
      return { items: edge.slice(0, limit), isPreceded: false };
    }
    const older = newestFirst.filter((each) => each < position);
    const newer = newestFirst.filter((each) => each > position).reverse();
    const isPreceded = newestFirst.some((each) => each >= position);
    return { items: (direction === 'forward' ? older : newer).slice(0, limit), isPreceded };
  },
});

const lists = fc
  .uniqueArray(fc.integer({ min: 0, max: 999 }), { maxLength: 60 })
  .map((ids) => ids.map((id) => String(id).padStart(3, '0')));
const limits = fc.integer({ min: 1, max: 12 });

async function walk(uids: readonly string[], limit: number): Promise<Page<string>[]> {
  const pages: Page<string>[] = [];
  let position: string | undefined;
  do {
    const page = await paginate(sliceOf(uids), { limit, direction: 'forward', cursor: position });
    pages.push(page);
    position = page.hasMore ? page.items.at(-1) : undefined;
  } while (position !== undefined);
  return pages;
}

describe('pages', () => {
  it('L2: walking forward tells every object once, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(lists, limits, async (uids, limit) => {
        const pages = await walk(uids, limit);
        expect(pages.flatMap(({ items }) => items)).toEqual([...uids].sort().reverse());
      }),
    );
  });

  it('L2: only the last page says that nothing follows, and only the first that nothing precedes', async () => {
    await fc.assert(
      fc.asyncProperty(lists, limits, async (uids, limit) => {
        const pages = await walk(uids, limit);
        expect(pages.map(({ hasMore }) => hasMore)).toEqual(pages.map((_, i) => i < pages.length - 1));
        expect(pages.map(({ hasPrevious }) => hasPrevious)).toEqual(pages.map((_, i) => i > 0));
      }),
    );
  });

  it('L2: the page before a cursor is what walking forward tells just before it, in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(lists, limits, fc.nat(), async (uids, limit, pick) => {
        fc.pre(uids.length > 0);
        const newestFirst = [...uids].sort().reverse();
        const place = pick % newestFirst.length;
        const before = newestFirst.slice(Math.max(0, place - limit), place);
        const page = await paginate(sliceOf(uids), {
          limit,
          direction: 'backward',
          cursor: newestFirst[place],
        });
        expect(page.items).toEqual(before);
        expect(page.hasMore).toBe(before.length > 0);
        expect(page.hasPrevious).toBe(place - limit > 0);
      }),
    );
  });

  it('Relay: the end of the list is what walking forward tells last, in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(lists, limits, async (uids, limit) => {
        const newestFirst = [...uids].sort().reverse();
        const page = await paginate(sliceOf(uids), { limit, direction: 'backward' });
        expect(page.items).toEqual(newestFirst.slice(-limit));
        expect(page.hasMore).toBe(false);
        expect(page.hasPrevious).toBe(uids.length > limit);
      }),
    );
  });

  it('L3: a position that is no member any more still divides the list', async () => {
    await fc.assert(
      fc.asyncProperty(lists, limits, async (uids, limit) => {
        const position = '500';
        const page = await paginate(sliceOf(uids), { limit, direction: 'forward', cursor: position });
        expect(page.items.every((uid) => uid < position)).toBe(true);
      }),
    );
  });
});
