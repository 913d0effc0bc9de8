/** Ordered like a UUID of version 7; `kind` keeps those of different tables apart. Lives as long as the session. */
export const seededUid = `
  create function pg_temp.seeded_uid(kind int, n int) returns uuid language sql immutable as $$
    select (lpad(to_hex(1760000000000 + n), 12, '0') || '7' || lpad(to_hex(kind), 3, '0')
            || '8' || lpad(to_hex(n), 15, '0'))::uuid $$`;

const customer = 'pg_temp.seeded_uid(1, n)';
const subscription = 'pg_temp.seeded_uid(2, n)';
const invoice = 'pg_temp.seeded_uid(5, n)';
/** As the rows of other tables name it. */
const itsCustomer = { customer_uid: customer, customer_id: `'customer-' || n` };
const first = `select uid from customer where environment_id = $1 and id = 'customer-1'`;
const itsSubscription = `select uid from subscription where environment_id = $1 and customer_uid = (${first})`;

/** JSON of a row names the subscription as its source. */
const renamed = (column: string): string =>
  `replace(t.${column}::text, (${itsSubscription})::text, ${subscription}::text)::jsonb`;

/** Rows of the first customer again for customers $2 to $3 of environment $1, with these columns changed. */
const copy = (table: string, condition: string, changes: Record<string, string>): string => {
  const changed = Object.entries(changes).map(([column, value]) => `'${column}', ${value}`);
  return `insert into ${table} select made.* from ${table} t, generate_series($2::int, $3::int) as n,
            jsonb_populate_record(t, jsonb_build_object(${changed.join(', ')})) as made
           where t.environment_id = $1 and ${condition}`;
};

const billedUntil = `(select billed_until from subscription where environment_id = $1 and uid = ${subscription})`;
const itsInvoices = `select uid from invoice where environment_id = $1 and customer_uid = (${first})`;
const ofFirst = `t.customer_uid = (${first})`;

/** In the order in which they refer to each other. @param terms columns of the subscriptions that are others than those of the first */
export const copiesOn = (terms: Record<string, string>): string[] => [
  copy('customer', `t.uid = (${first})`, {
    uid: customer,
    id: `'customer-' || n`,
    name: `'Customer ' || n`,
    email: `'customer-' || n || '@example.com'`,
  }),
  copy('subscription', ofFirst, {
    uid: subscription,
    id: `'subscription-' || n`,
    ...itsCustomer,
    ...terms,
  }),
  copy('subscription_package', `t.subscription_uid = (${itsSubscription})`, {
    uid: 'pg_temp.seeded_uid(3, n)',
    subscription_uid: subscription,
  }),
  copy('entitlement_snapshot', ofFirst, {
    customer_uid: customer,
    subscriptions: renamed('subscriptions'),
    grants: renamed('grants'),
  }),
  copy('usage_counter', ofFirst, { customer_uid: customer }),
  copy('usage_window', ofFirst, { customer_uid: customer }),
  copy('usage_measurement', ofFirst, { uid: 'pg_temp.seeded_uid(4, n)', customer_uid: customer }),
];

export const copies = copiesOn({});

/** Before and after them, for lines of what is finalized are refused. */
export const lineGuard = (is: 'disable' | 'enable'): string =>
  `alter table invoice_line ${is} trigger invoice_line_finalized`;

/** What the first one was billed as it began: the others for the month up to an instant. */
export const billedCopies = (until = billedUntil): string[] => [
  copy('invoice', ofFirst, {
    uid: invoice,
    contract_uid: subscription,
    contract_id: `'subscription-' || n`,
    ...itsCustomer,
    period_start: `${until} - interval '1 month'`,
    period_end: until,
    number: `'SEEDED-' || n`,
  }),
  copy('invoice_line', `t.invoice_uid in (${itsInvoices})`, {
    uid: 'pg_temp.seeded_uid(16 + t.position, n)',
    invoice_uid: invoice,
  }),
];
