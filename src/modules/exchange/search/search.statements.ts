import type { SearchKind } from './domain/search-kind';

/** Entries of an index that are looked at, at most: of each column of each kind, in their order. */
export const columnReach = 200;

/**
 * What begins with $2, as a span of an index: from $2 to $2 with the letter behind all others at its end, $3. A plain column in the order of its index, because
 * under row-level security an expression would be judged row by row. ADR-0138
 */
const beginning = (column: string): string =>
  `t.environment_id = $1 and ${column} collate search_order >= $2 and ${column} collate search_order <= $3
         order by ${column} collate search_order limit ${columnReach}`;

const one = (kind: string, place: number): string => `'${kind}' as kind, ${place} as place`;
const is = (column: string): string => `${column} collate search_order = $2 as is_exact`;

/** @reads customer of customers/customers */
const customer = (column: string): string => `
  select ${one('CUSTOMER', 1)}, ${is('t.id')}, t.id, t.name, t.email as detail, null as customer_id, t.archived_at is not null as is_archived
    from customer t where ${beginning(column)}`;

/** @reads product of catalog/products */
const product = (column: string): string => `
  select ${one('PRODUCT', 2)}, ${is('t.id')}, t.id, t.display_name as name, null as detail, null as customer_id, t.status = 'ARCHIVED' as is_archived
    from product t where ${beginning(column)}`;

/** @reads feature of catalog/features */
const feature = (column: string): string => `
  select ${one('FEATURE', 3)}, ${is('t.id')}, t.id, t.display_name as name, t.feature_type as detail, null as customer_id,
         t.feature_status = 'SUSPENDED' as is_archived
    from feature t where ${beginning(column)}`;

/** @reads package, package_version of catalog/package-versions */
const packaged = (kind: string, place: number, column: string): string => `
  select ${one(kind, place)}, ${is('t.id')}, t.id, t.display_name as name, t.product_id as detail, null as customer_id,
         exists (select from package_version v
                  where v.environment_id = $1 and v.package_uid = t.uid and v.is_latest and v.status = 'ARCHIVED') as is_archived
    from package t where t.kind = '${kind}' and ${beginning(column)}`;

/**
 * The id of an archived currency may be used again: who holds it is told, or who held it last.
 * @reads custom_currency of catalog/custom-currencies
 */
const currency = (column: string): string => `
  select ${one('CURRENCY', 6)}, ${is('t.id')}, t.id, t.display_name as name, t.symbol as detail, null as customer_id,
         t.archived_at is not null as is_archived
    from (select t.* from custom_currency t where ${beginning(column)}) t
   where not exists (select from custom_currency o where o.environment_id = $1 and o.id = t.id
                        and (o.archived_at is null, o.uid) > (t.archived_at is null, t.uid))`;

/** @reads coupon of catalog/coupons */
const coupon = (column: string): string => `
  select ${one('COUPON', 7)}, ${is('t.id')}, t.id, t.name,
         coalesce(t.percent_off || '%', (select string_agg(a->>'amount' || ' ' || (a->>'currency'), ', ') from jsonb_array_elements(t.amounts_off) a)) as detail,
         null as customer_id, t.status = 'ARCHIVED' as is_archived
    from coupon t where ${beginning(column)}`;

/** @reads promotion_code of customers/promotion-codes */
const promotionCode = (column: string): string => `
  select ${one('PROMOTION_CODE', 8)}, ${is('t.id')}, t.id, null as name, t.coupon_id as detail, t.customer_id, t.status = 'ARCHIVED' as is_archived
    from promotion_code t where ${beginning(column)}`;

/** @reads subscription of billing/subscriptions */
const subscription = (column: string): string => `
  select ${one('SUBSCRIPTION', 9)}, ${is('t.id')}, t.id, null as name, t.plan_id as detail, t.customer_id, false as is_archived
    from subscription t where ${beginning(column)}`;

/** @reads contract of billing/contracts */
const contract = (column: string): string => `
  select ${one('CONTRACT', 10)}, ${is('t.id')}, t.id, t.name, t.po_number as detail, t.customer_id, t.archived_at is not null as is_archived
    from contract t where ${beginning(column)}`;

/**
 * Drafts have no number.
 * @reads invoice of billing/invoices
 */
const invoice = (column: string): string => `
  select ${one('INVOICE', 11)}, ${is('t.number')}, t.uid::text as id, t.number as name, trim_scale(t.total) || ' ' || t.currency as detail, t.customer_id,
         false as is_archived
    from invoice t where ${beginning(column)}`;

/** Not looked for where it is not asked for, or where $2 has no letter that counts. `union` tells what several columns found once. */
const ofKind = (kind: SearchKind, found: string): string => `
  (select f.* from (${found}) f where '${kind}' = any($4::text[]) and $2::text collate search_order <> ''
    order by f.is_exact desc, f.is_archived, f.id collate "C" limit $5)`;

const kinds: readonly string[] = [
  ofKind('CUSTOMER', `(${customer('t.id')}) union (${customer('t.name')}) union (${customer('t.email')})`),
  ofKind('PRODUCT', `(${product('t.id')}) union (${product('t.display_name')})`),
  ofKind('FEATURE', `(${feature('t.id')}) union (${feature('t.display_name')})`),
  ofKind('PLAN', `(${packaged('PLAN', 4, 't.id')}) union (${packaged('PLAN', 4, 't.display_name')})`),
  ofKind('ADDON', `(${packaged('ADDON', 5, 't.id')}) union (${packaged('ADDON', 5, 't.display_name')})`),
  ofKind('CURRENCY', `(${currency('t.id')}) union (${currency('t.display_name')})`),
  ofKind('COUPON', `(${coupon('t.id')}) union (${coupon('t.name')})`),
  ofKind('PROMOTION_CODE', promotionCode('t.id')),
  ofKind('SUBSCRIPTION', subscription('t.id')),
  ofKind(
    'CONTRACT',
    `(${contract('t.id')}) union (${contract('t.name')}) union (${contract('t.po_number')})`,
  ),
  ofKind('INVOICE', invoice('t.number')),
];

/** $4 the kinds, $5 the most that is told: exact ids, then what is live, then what is archived; each by kind and id. */
export const search = `
  select s.kind, s.id, s.name, s.detail, s.customer_id as "customerId", s.is_archived as "isArchived"
    from (${kinds.join(' union all ')}) s
   order by s.is_exact desc, s.is_archived, s.place, s.id collate "C" limit $5`;
