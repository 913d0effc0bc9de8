import { catalogSizes } from './catalog-cases';
import type { CatalogOutcome } from './catalog-run';
import { markdown, tenths, whole, wholeIfKnown } from './figures';

const catalogColumns = [
  'case',
  'requests',
  'small ms',
  'large ms',
  'large / small',
  'small kB',
  'large kB',
  'large: service ms',
  'large: PostgreSQL ms',
];

export const catalogTable = (outcomes: CatalogOutcome[]): string =>
  markdown(
    [
      catalogColumns,
      ...outcomes.map(({ title, requests, small, large }) => [
        title,
        whole(requests),
        ...[small.ms, large.ms, large.ms / small.ms, small.bytes / 1000, large.bytes / 1000].map(tenths),
        wholeIfKnown(large.serverMs),
        wholeIfKnown(large.databaseMs),
      ]),
    ],
    [0],
  );

const sizes = Object.entries(catalogSizes).map(
  ([name, { features, plans, entitlementsPerPlan }]) =>
    `${name}: ${features} features, ${plans} plans with ${entitlementsPerPlan} entitlements each`,
);

export const catalogSettings = `One request after the other, ${sizes.join('; ')}.`;
