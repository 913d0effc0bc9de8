import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
} from '@apollo/server/plugin/disabled';
import type { ApolloPlugin } from './apollo-plugin';
import { badInput } from '#libs/kernel/errors/domain-error';
import { soonOr } from '#libs/kernel/soon';
import { refuse, type DocumentBounds } from './document-bounds';
import { IntrospectionAnswers, isOnlyOfSchema } from './introspection-answers';

type Listener = Exclude<Awaited<ReturnType<NonNullable<ApolloPlugin['requestDidStart']>>>, void>;

const nothing = Promise.resolve();
const noAnswer = Promise.resolve(null);

/**
 * All that is done with a request while Apollo runs it, as one plugin: each plugin that listens costs every request two promises for each
 * of the hooks, whether it has them or not. What its promises tell is the same for all requests, so they are made once. ADR-0062
 */
export function requestPlugins(bounds: DocumentBounds): ApolloPlugin[] {
  const introspections = new IntrospectionAnswers();
  const listener: Listener = {
    didResolveOperation({ schema, document, operation, request }) {
      if (!operation) return nothing;
      if (operation.operation === 'subscription')
        refuse(badInput('Subscriptions are answered at POST /graphql/stream'));
      const { variables = {} } = request;
      const admitted = soonOr(() => bounds.admit({ schema, document, operation, variables }), refuse);
      return (admitted as Promise<void> | undefined) ?? nothing;
    },
    responseForOperation({ operation, request, response: { http } }) {
      const data = isOnlyOfSchema(operation) && introspections.find(request);
      if (!data) return noAnswer;
      return Promise.resolve({ http, body: { kind: 'single', singleResult: { data } } });
    },
    willSendResponse({ operation, request, response: { body, http } }) {
      // Of callers, by keys: no cache may keep it.
      http.headers.set('cache-control', 'no-store');
      if (body.kind !== 'single') return nothing;
      const { data, errors } = body.singleResult;
      // Fields that were refused say so themselves, and many clients read no answer of another status.
      if (data !== undefined) http.status = 200;
      if (data && !errors && isOnlyOfSchema(operation)) introspections.keep(request, data);
      return nothing;
    },
  };
  const listening = Promise.resolve(listener);
  return [{ requestDidStart: () => listening }, ...withoutThoseOfApollo];
}

// The one of caches asks each field how long its answer may be kept, to say of them all what is said above.
const withoutThoseOfApollo = [
  ApolloServerPluginCacheControlDisabled(),
  ApolloServerPluginInlineTraceDisabled(),
] as ApolloPlugin[];
