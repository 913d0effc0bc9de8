import { expectOk, type ApiClient } from './client';
import type { Json } from './catalog';

export interface ToldPoint {
  timestamp: string;
  value: number;
  eventCount: number;
}

export interface ToldSeries {
  featureId: string | null;
  featureName: string | null;
  tags: { key: string; value: string }[];
  totalCredits: number;
  eventCount: number;
  points: ToldPoint[];
}

export interface ToldUsage {
  currency: Json | null;
  pagination: { next: string | null; prev: string | null };
  series: ToldSeries[];
}

export const creditUsage = (api: ApiClient, more = '', customerId = 'c'): Promise<ToldUsage> =>
  expectOk<ToldUsage>(api.rest('GET', `/credits/usage?customerId=${customerId}${more}`));

/** `2027-06-15T10:00 3`, those in which nothing was used left out. */
export const usedIn = ({ points }: ToldSeries): string[] =>
  points
    .filter(({ eventCount }) => eventCount > 0)
    .map(({ timestamp, value }) => `${timestamp.slice(0, 16)} ${value}`);

/** `calls region=eu 5`: feature and tags, then the sum of all. */
export const sumsOf = ({ series }: ToldUsage): string[] =>
  series.map(({ featureId, tags, totalCredits }) =>
    [featureId ?? '-', ...tags.map(({ key, value }) => `${key}=${value}`), totalCredits].join(' '),
  );

export interface ToldRevenue {
  totals: Json[];
  grants: Json[];
  pagination: { next: string | null; prev: string | null };
  startDate: string | null;
  endDate: string;
}

export const creditRevenue = (api: ApiClient, more = '', customerId = 'c'): Promise<ToldRevenue> =>
  expectOk<ToldRevenue>(api.rest('GET', `/credits/revenue?customerId=${customerId}${more}`));

/** `G1 1.5 3.5 0`: recognized, deferred, breakage; those that were made last come first. */
export const revenueRows = ({ grants }: ToldRevenue): string[] =>
  grants.map(({ displayName, recognized, deferred, breakage }) =>
    [displayName, recognized, deferred, breakage].join(' '),
  );
