import { mostOfEach } from './domain/attention';

/**
 * What reading looks at is bounded before anything is joined to it: $2 of a kind at most. The number that is never passed stands in the text, for of
 * a limit that it does not know PostgreSQL takes a tenth of all that there is, and would read whole tables to join them.
 */
const newest = (kind: string): string => `
  select n.* from (
    select a.uid, a.cause_uid, a.since from attention a
     where a.environment_id = $1 and a.kind = '${kind}' order by a.since desc, a.uid desc limit ${mostOfEach + 1}) n
   order by n.since desc, n.uid desc limit $2`;

/**
 * With the payment that waits for its day to be followed, and the one that is under way: one at most each.
 *
 * @reads invoice of billing/invoices
 * @reads payment of billing/payments
 */
export const failingPayments = `
  select i.customer_id as "customerId", i.uid as "invoiceId", i.number as "invoiceNumber", i.currency,
         (i.total - greatest(i.balance_applied, i.credited))::text as "amountDue",
         t.since as "failedAt", p.reason as "failureReason",
         f.due_at as "followedAt", f.settled_at as "settledAt", f.first_failed_at as "firstFailedAt",
         u.due_at as "underWayAt"
    from (${newest('FAILED_PAYMENT')}) t
    join invoice i on i.environment_id = $1 and i.uid = t.uid and i.state = 'OPEN' and i.collection = 'FAILED'
    left join payment p on p.environment_id = $1 and p.uid = t.cause_uid
    left join lateral (
      select w.due_at, w.settled_at, w.first_failed_at from payment w
       where w.environment_id = $1 and w.invoice_uid = t.uid and w.due_at is not null and w.settled_at is not null
       order by w.due_at limit 1) f on true
    left join lateral (
      select o.due_at from payment o
       where o.environment_id = $1 and o.invoice_uid = t.uid and o.settled_at is null and o.state <> 'RETURNING'
         and not o.is_given_up limit 1) u on true
   order by t.since desc, t.uid desc`;

/**
 * As their books stand; time may have brought about something until $3 that they do not tell yet.
 * @reads credit_wallet of entitlements/credits
 */
export const walletsInOverdraft = `
  select w.customer_uid as "customerUid", w.customer_id as "customerId", w.currency_id as "currencyId", w.resource_id as "resourceId",
         (w.granted - w.used)::text as balance, t.since,
         coalesce(least(w.next_due, w.source_due) <= $3, false) as "isDue"
    from (${newest('OVERDRAFT')}) t
    join credit_wallet w on w.environment_id = $1 and w.uid = t.uid and w.granted < w.used
   order by t.since desc, t.uid desc`;
