import { useSearchParams } from 'react-router';

export const pageSize = 50;

/** Where in a list the reader is stands in the address, so a link leads to the same rows. */
export function usePage(prefix = ''): { limit: number; after?: string; before?: string } {
  const [search] = useSearchParams();
  const after = search.get(`${prefix}after`);
  const before = search.get(`${prefix}before`);
  return { limit: pageSize, ...(after ? { after } : before ? { before } : {}) };
}

/** A filter in the address. To choose another begins the list anew. */
export function useFilter(name: string, prefix = ''): [string, (value: string) => void] {
  const [search, setSearch] = useSearchParams();
  const choose = (value: string) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        for (const each of [`${prefix}after`, `${prefix}before`]) next.delete(each);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [search.get(name) ?? '', choose];
}

/** One of several states, as a filter of a list takes it; undefined where any will do. */
export function useChoice<State extends string>(name: string, of: readonly State[]): State[] | undefined {
  const [value] = useFilter(name);
  const chosen = of.filter((each) => each === value);
  return chosen.length > 0 ? chosen : undefined;
}

/** Cursors to the pages beside one. A list that is walked one way has none back. */
export interface Beside {
  next: string | null;
  prev?: string | null;
}

/** To the pages beside this one. `pagination` as lists answer it. */
export function Pager({ of, prefix = '' }: { of: Beside | undefined; prefix?: string }) {
  const [search, setSearch] = useSearchParams();
  const page = usePage(prefix);
  const isFirst = page.after === undefined && page.before === undefined;
  const to = (name: 'after' | 'before' | undefined, cursor?: string | null) => () => {
    const next = new URLSearchParams(search);
    for (const each of ['after', 'before']) next.delete(prefix + each);
    if (name && cursor) next.set(prefix + name, cursor);
    setSearch(next);
  };
  if (isFirst && !of?.next) return null;
  return (
    <nav className="row" aria-label="Pages">
      <button type="button" disabled={isFirst} onClick={to(undefined)}>
        First
      </button>
      <button type="button" disabled={!of?.prev} onClick={to('before', of?.prev)}>
        Previous
      </button>
      <button type="button" disabled={!of?.next} onClick={to('after', of?.next)}>
        Next
      </button>
    </nav>
  );
}
