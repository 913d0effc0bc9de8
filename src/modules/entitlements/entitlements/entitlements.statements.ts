const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

/**
 * With what its environment has chosen for all features: held and dropped with them.
 * @reads environment_settings of platform/environment-settings
 * @reads meter of entitlements/meters
 */
const feature = `case when f.uid is null then null else jsonb_build_object(
    'uid', f.uid, 'id', f.id, 'displayName', f.display_name, 'featureType', f.feature_type,
    'meterType', f.meter_type, 'featureStatus', f.feature_status, 'unitTransformation', f.unit_transformation,
    'meter', (
      select jsonb_build_object('uid', m.uid, 'aggregation', m.definition -> 'aggregation')
        from meter m where m.environment_id = $1 and m.feature_uid = f.uid and m.until is null), 'usageThresholds',
    (select s.chosen -> 'usageThresholds' from environment_settings s where s.environment_id = $1)) end`;

/** The customer's level and, where a resource is asked about, that resource's. Domain: entitlements-usage G1 */
const inScope = (table: string): string =>
  `${table}.environment_id = $1 and ${table}.customer_uid = c.uid and ${table}.resource_key in ('', r.uid::text)`;

/**
 * @reads entitlement_snapshot of entitlements/source-history
 * @reads usage_spend of entitlements/metering
 */
const scopes = `(
    select jsonb_agg(jsonb_build_object('scope', s.resource_key, 'updatedAt', ${ms('s.updated_at')},
                                        'subscriptions', s.subscriptions, 'grants', s.grants, 'spends', (
             select jsonb_agg(jsonb_build_object('place', p.place, 'start', ${ms('p.period_start')}, 'used', p.used))
               from usage_spend p
              where p.environment_id = $1 and p.customer_uid = s.customer_uid and p.resource_key = s.resource_key)))
      from entitlement_snapshot s where ${inScope('s')})`;

/**
 * Newest windows first: those of today are among them, whatever the number of windows that went by.
 * @reads usage_counter, usage_window of entitlements/metering
 */
const counters = (at: string): string => `(
    select jsonb_agg(jsonb_build_object('scope', u.resource_key, 'level', u.level,
             'lastEventAt', ${ms('u.last_event_at')}, 'rules', u.rules, 'windows', (
               select jsonb_agg(jsonb_build_object('start', ${ms('w.window_start')}, 'end', ${ms('w.window_end')},
                                                   'total', w.total))
                 from (select * from usage_window w
                        where w.environment_id = $1 and w.customer_uid = u.customer_uid
                          and w.resource_key = u.resource_key and w.feature_uid = u.feature_uid
                          and w.window_start <= ${at} order by w.window_start desc limit 3) w)))
      from usage_counter u where ${inScope('u')} and u.feature_uid = f.uid)`;

/**
 * Of the meter in force, the window that was in force when it counted last.
 * @reads meter, meter_counter of entitlements/meters
 */
const meterCounters = `(
    select jsonb_agg(jsonb_build_object('scope', u.resource_key, 'lastEventAt', ${ms('u.last_event_at')},
             'start', ${ms('u.window_start')}, 'end', ${ms('u.window_end')},
             'n', u.n, 'total', u.total::text, 'low', u.low::text, 'high', u.high::text))
      from meter_counter u
      join meter m on m.environment_id = $1 and m.uid = u.meter_uid and m.until is null
     where ${inScope('u')} and u.feature_uid = f.uid)`;

/** @reads customer, customer_resource of customers/customers */
const who = (customer: string, resource: string): string => `
  left join customer c on c.environment_id = $1 and c.id = ${customer}
  left join customer_resource r on r.environment_id = $1 and r.customer_uid = c.uid and r.id = ${resource}`;

/** With all that is granted in the first row of each customer and resource: `isFirst` says of which row that is true. */
const known = (isFirst: string): string => `
  c.uid as customer_uid, c.archived_at is not null as is_archived, r.uid as resource_uid, ${feature} as feature,
  case when ${isFirst} then ${scopes} end as scopes,
  pg_snapshot_xmax(pg_current_snapshot())::text::float8 - 1 as version`;

const told = (isFirst: string, at: string): string => `${known(isFirst)},
  case when f.meter is null then ${counters(at)} end as counters, case when f.meter is not null then ${meterCounters} end as meter_counters`;

/**
 * One row per question, in their order.
 * @reads feature of catalog/features
 */
const ofQuestions = (facts: string): string => `select q.place::int as place, ${facts}
           from unnest($2::text[], $3::text[], $4::text[], $5::boolean[])
                  with ordinality as q(customer_id, feature_id, resource_id, is_first, place)
           ${who('q.customer_id', 'q.resource_id')}
           left join feature f on f.environment_id = $1 and f.id = q.feature_id
          order by q.place`;

export const checkFacts = ofQuestions(told('q.is_first', '$6::timestamptz'));

/** Without usage: who reports knows what was counted. */
export const grantFacts = ofQuestions(known('q.is_first'));

/**
 * One row per feature that a source names; one row without a feature where none does.
 * @reads feature of catalog/features
 * @reads entitlement_snapshot of entitlements/source-history
 */
export const customerFeatures = `select 1 as place, ${told('row_number() over () = 1', '$4::timestamptz')}
           from (values (1)) as q(one)
           ${who('$2', '$3')}
           left join feature f on f.environment_id = $1 and f.uid in (
             select k.key::uuid from entitlement_snapshot s, jsonb_object_keys(s.grants) as k(key)
              where ${inScope('s')})`;

/**
 * A window that did not come with the facts: its kept total, or the sum of its measurements.
 * @reads usage_window, usage_measurement of entitlements/metering
 */
export const windowTotal = `select coalesce(
           (select w.total from usage_window w
             where $7::boolean and w.environment_id = $1 and w.customer_uid = $2 and w.resource_key = $3
               and w.feature_uid = $4 and w.window_start = $5 and w.window_end = $6),
           (select sum(m.delta) from usage_measurement m
             where m.environment_id = $1 and m.customer_uid = $2 and m.resource_key = $3 and m.feature_uid = $4
               and m.occurred_at >= $5 and m.occurred_at < $6), 0)::float8 as total`;
