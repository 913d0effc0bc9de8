import type { ApiClient, GraphqlAnswer, RestAnswer } from './client';
import { seats, type SeatHolder } from './seat-writers';
import type { SeededRandom } from './seeded-random';

interface Shown {
  currentUsage: number;
  usageLimit: number;
}

type Answer = RestAnswer | GraphqlAnswer;

/** A way to ask, and where its answer tells the two numbers. */
interface Door {
  ask(api: ApiClient, customerId: string, headers: Record<string, string>): Promise<Answer>;
  shown(answer: Answer): Shown | undefined;
}

const bodyOf = <T>(answer: Answer): T => (answer as RestAnswer).body as T;

const check: Door = {
  ask: (api, customerId, headers) => {
    const url = `/api/v1/customers/${customerId}/entitlements/check?featureId=${seats}`;
    return api.send('GET', url, undefined, headers);
  },
  shown: (answer) => bodyOf<{ data: Shown }>(answer).data,
};

const list: Door = {
  ask: (api, customerId, headers) =>
    api.send('GET', `/api/v1/customers/${customerId}/entitlements`, undefined, headers),
  shown: (answer) => bodyOf<{ data: { entitlements: Shown[] } }>(answer).data.entitlements[0],
};

const document = `query($id: String!) {
  checkCustomerEntitlement(customerId: $id, featureId: "${seats}") { ... on CustomerEntitlementFeature { currentUsage usageLimit } } }`;

const graphql: Door = {
  ask: (api, id, headers) => api.graphql(document, { id }, headers),
  shown: (answer) => (answer as GraphqlAnswer).data?.['checkCustomerEntitlement'] as Shown | undefined,
};

/** Most of all questions are checks over REST. */
const doors = [check, check, check, check, list, graphql];
/** So many of a hundred insist on the newest write that was acknowledged. */
const insistingPercent = 10;

export interface Asked {
  api: ApiClient;
  /** The oldest that this process may answer from, in milliseconds. */
  mostStaleMs: number;
}

export interface Verdict {
  isAnswered: boolean;
  stalenessMs: number;
  /** What is wrong with the answer. */
  fault?: string;
}

/** Asks once, and holds the answer against the log. An answer without the headers says that it is of this moment. */
export async function askAboutSeats(
  { api, mostStaleMs }: Asked,
  { customerId, used, limit }: SeatHolder,
  random: SeededRandom,
): Promise<Verdict> {
  const door = random.pick(doors);
  const log = random.pick([used, limit]);
  const { version } = log.newest;
  const insists = version !== null && random.whole(1, 100) <= insistingPercent;
  const askedAt = performance.now();
  const answer = await door
    .ask(api, customerId, insists ? { 'x-min-version': version } : {})
    .catch(() => undefined);
  const answeredAt = performance.now();
  const told = answer?.status === 200 ? door.shown(answer) : undefined;
  if (!answer || !told) return { isAnswered: false, stalenessMs: 0, fault: unexpected(answer) };

  const stalenessMs = Number(answer.headers.get('x-entitlements-staleness-ms') ?? 0);
  const since = (of: unknown): number => (insists && of === log ? askedAt : askedAt - stalenessMs);
  const usages = used.allowed(since(used), answeredAt);
  const limits = limit.allowed(since(limit), answeredAt);
  const isTrue = usages.includes(told.currentUsage) && limits.includes(told.usageLimit);
  if (isTrue && stalenessMs >= 0 && stalenessMs <= mostStaleMs) return { isAnswered: true, stalenessMs };
  const fault = { customerId, told, usages, limits, stalenessMs, mostStaleMs, insists, version };
  return { isAnswered: true, stalenessMs, fault: JSON.stringify(fault) };
}

/** While the database is away a process may say so, or break off; anything else is wrong. */
function unexpected(answer: Answer | undefined): string | undefined {
  const isAway = !answer || answer.status === 503 || answer.text.includes('SERVICE_UNAVAILABLE');
  return isAway ? undefined : `${answer.status} ${answer.text}`;
}
