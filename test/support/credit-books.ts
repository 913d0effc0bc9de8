import type { Json } from './catalog';
import { expectOk, expectPage, type ApiClient } from './client';
import type { ToldEnvironment } from './told-facts';

interface WalletPlace {
  customerId: string;
  currencyId: string;
  resourceId: string | null;
}

/** All that an environment knows of its credits, by names: what two environments that were told the same have in common. */
export interface CreditBooks {
  wallets: Json[];
  ledgers: Json[];
  grants: Json[];
  /** As checks tell them. */
  balances: Json[];
}

const place = `w.customer_id as "customerId", w.currency_id as "currencyId", w.resource_id as "resourceId"`;
const inOrder = `w.customer_id, w.currency_id, w.resource_key = '', w.resource_id`;

const wallets = `
  select ${place}, w.seq::int as seq, trim_scale(w.granted)::text as granted, trim_scale(w.used)::text as used,
         w.expired_until as "expiredUntil", w.next_due as "nextDue", w.period_end as "periodEnd"
    from credit_wallet w where w.environment_id = $1 order by ${inOrder}`;

/** Consumptions and reports by their keys, events by their ids, which are made of what they say. */
const ledgers = `
  select ${place}, l.seq::int as seq, l.event_type as "eventType", l.timestamp, trim_scale(l.amount)::text as amount,
         trim_scale(l.starting_balance)::text as "startingBalance", trim_scale(l.ending_balance)::text as "endingBalance",
         g.display_name as grant, g.grant_type as "grantType", l.feature_id as "featureId", l.dimensions, l.terms,
         case when k.uid is not null then 'consumption ' || k.idempotency_key
              when m.uid is not null then 'report ' || coalesce(m.idempotency_key, '')
              else 'event ' || l.event_id end as cause,
         coalesce(p.display_name, l.actor) as actor
    from credit_wallet w
    join credit_ledger_entry l on l.environment_id = $1 and l.wallet_uid = w.uid
    join credit_grant g on g.environment_id = $1 and g.uid = l.grant_uid
    left join credit_consumption k on k.environment_id = $1 and k.uid::text = l.event_id
    left join usage_measurement m on m.environment_id = $1 and m.uid::text = l.event_id
    left join api_key p on p.environment_id = $1 and p.uid::text = l.actor
   where w.environment_id = $1 order by ${inOrder}, l.seq`;

const grantPages = 100;

/** What is told of grants but their ids. Those that time makes are listed from when somebody noted them. */
async function grantsOf(api: ApiClient, { customerId, resourceId }: WalletPlace): Promise<Json[]> {
  const of = `customerId=${customerId}${resourceId === null ? '' : `&resourceId=${resourceId}`}`;
  const told: Json[] = [];
  for (let next: string | null = ''; next !== null;) {
    const after: string = next === '' ? '' : `&starting_after=${next}`;
    const page = await expectPage<Json>(api.rest('GET', `/credits/grants?${of}&limit=${grantPages}${after}`));
    told.push(...page.data);
    next = page.next_cursor;
  }
  return told
    .map(({ id: _, sourceId: __, latestInvoice: ___, updatedAt: ____, ...rest }) => rest)
    .sort(byBegin);
}

const placeOf = (grant: Json): string => JSON.stringify([grant['currencyId'], grant['effectiveAt'], grant]);
const byBegin = (a: Json, b: Json): number => (placeOf(a) < placeOf(b) ? -1 : 1);

async function balanceOf(api: ApiClient, { customerId, currencyId, resourceId }: WalletPlace): Promise<Json> {
  const of = `currencyId=${currencyId}${resourceId === null ? '' : `&resourceId=${resourceId}`}`;
  const path = `/customers/${customerId}/entitlements/check?${of}`;
  const { isGranted, usageLimit, currentUsage } = await expectOk<Json>(api.rest('GET', path));
  return { customerId, currencyId, resourceId, isGranted, usageLimit, currentUsage };
}

/** Its ledgers are proven on the way. Domain: credits D6, D7 */
export async function booksOf(environment: ToldEnvironment): Promise<CreditBooks> {
  const { api } = environment;
  const places = await environment.ask<WalletPlace>(
    `select ${place} from credit_wallet w where w.environment_id = $1 order by ${inOrder}`,
  );
  const grants: Json[] = [];
  const balances: Json[] = [];
  for (const wallet of places) {
    balances.push(await balanceOf(api, wallet));
    await expectProven(api, wallet);
  }
  const holders = new Map(places.map((each) => [`${each.customerId}/${each.resourceId}`, each]));
  for (const holder of holders.values()) grants.push(...(await grantsOf(api, holder)));
  return {
    wallets: await environment.ask<Json>(wallets),
    ledgers: await environment.ask<Json>(ledgers),
    grants,
    balances,
  };
}

async function expectProven(
  api: ApiClient,
  { customerId, currencyId, resourceId }: WalletPlace,
): Promise<void> {
  const of = `customerId=${customerId}&currencyId=${currencyId}`;
  const ofResource = resourceId === null ? '' : `&resourceId=${resourceId}`;
  const proof = await expectOk<Json>(api.rest('GET', `/credits/ledger/proof?${of}${ofResource}`));
  expect({ of, resourceId, ...proof }).toMatchObject({ holds: true, firstFault: null });
}
