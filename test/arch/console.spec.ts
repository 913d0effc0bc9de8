import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Domain: access-and-events

const root = join(__dirname, '../..');
const source = readdirSync(join(root, 'console/src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts'))
  .map((file) => readFileSync(join(root, 'console/src', file), 'utf8'))
  .join('\n');

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>;
}

const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as Document;
const changes = Object.entries(document.paths)
  .filter(([path]) => !path.startsWith('/api/v2/'))
  .flatMap(([, methods]) => Object.entries(methods))
  .filter(([method]) => method !== 'get')
  .map(([, { operationId }]) => operationId);

/** What has no screen, and why. README, "What is not built", tells the same. */
const withoutScreen: Readonly<Record<string, string>> = {
  acceptInvitation: 'asked for where one signs in, before there is a session',
  consumeCreditsAsync: 'batches of a backend; the console consumes at once',
  deleteContractLineItemRow: 'rows of a line are changed with the line',
  generateCreditNotePdf: 'a document is drawn where it is asked for',
  generateInvoicePdf: 'a document is drawn where it is asked for',
  importCustomers: 'files of any length are taken by npm run import, which goes on where it was ended',
  importSubscriptions: 'files of any length are taken by npm run import, which goes on where it was ended',
};

/** Names that are put together of what differs between two kinds. */
const composed = [...source.matchAll(/`(\w*)\$\{Name\}(\w*)`/g)].flatMap(([, before = '', after = '']) =>
  ['Plan', 'Addon', 'FeatureGroup', 'PackageGroup'].map((name) => `${before}${name}${after}`),
);
const chosen = [...source.matchAll(/`\$\{isArchived \? '(\w+)' : '(\w+)'\}\$\{Name\}`/g)].flatMap(
  ([, one = '', other = '']) =>
    ['FeatureGroup', 'PackageGroup'].flatMap((name) => [`${one}${name}`, `${other}${name}`]),
);
const offered = new Set([...composed, ...chosen]);
const isOffered = (operation: string) => offered.has(operation) || source.includes(`'${operation}'`);

describe('what the console offers', () => {
  it('P1: is every change of the contract, but for what is said to have no screen', () => {
    const missing = changes.filter((operation) => !isOffered(operation));
    expect(missing.sort()).toEqual(Object.keys(withoutScreen).sort());
  });
});
