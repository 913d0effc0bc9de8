import { QueryClient } from '@tanstack/react-query';
import createClient from 'openapi-fetch';
import createHooks from 'openapi-react-query';
import type { components, paths } from '#wire';
import { ask } from './asking';
import { isPassing, waitBefore } from './faults';
import { onChange } from './session';

/** The shapes of the wire, by their names in openapi.json. */
export type Wire = components['schemas'];

export const client = createClient<paths>({ baseUrl: location.origin, fetch: ask });

/** `api.useQuery('get', path, {params})`: typed by openapi.json. */
export const api = createHooks(client);

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // What passes by itself is waited for, on whatever screen: it recovers without a click.
      retry: (_tries, error) => isPassing(error),
      retryDelay: waitBefore,
      staleTime: 5_000,
      gcTime: 60_000,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

onChange(() => queries.clear());
