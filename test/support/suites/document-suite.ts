import type { TestApp } from '../app';
import { needsPermission } from './permission-suite';

export interface DocumentSubject {
  app: () => TestApp;
  /** Where it is fetched. */
  path: string;
  /** What GraphQL calls it. */
  field: 'creditNotePdf' | 'invoicePdf';
  /** How GraphQL names this one. */
  named: string;
}

/** Who may fetch a document, ask how far it is, and have it rendered. */
export function documentNeedsPermission({ app, path, field, named }: DocumentSubject): void {
  const generate = `generate${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  needsPermission({
    app,
    resource: 'invoices',
    reads: [
      { rest: ['GET', path], graphql: `{ ${field}(${named}) { contentBase64 } }` },
      { rest: ['GET', `${path}/status`], graphql: `{ ${field}Status(${named}) { status } }` },
    ],
    writes: [
      { rest: ['POST', `${path}/generate`], graphql: `mutation { ${generate}(${named}) { status } }` },
    ],
  });
}
