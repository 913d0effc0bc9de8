import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import { BoundedMap } from '#libs/kernel/bounded-map';

type DocumentStore = NonNullable<ApolloServerOptions<BaseContext>['documentStore']>;

/** A client has some tens. */
const mostDocuments = 500;

/**
 * Documents that were read and found valid, so that they are not again. Apollo's own store takes 30 MiB of what they are as JSON, which
 * are more than 100 MB of memory: whoever sends a new document with each request would fill them. ADR-0131
 */
export function knownDocuments(most = mostDocuments): DocumentStore {
  const known = new BoundedMap<string, DocumentNode>(most);
  return {
    get: (key) => Promise.resolve(known.get(key)),
    set: (key, document) => Promise.resolve(known.set(key, document)),
    delete: (key) => Promise.resolve(known.delete(key)),
  };
}
