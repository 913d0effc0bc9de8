const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;

/** The customer's level and, where a resource is asked about, that resource's. Domain: entitlements-usage G1 */
const inScope = (table: string): string =>
  `${table}.environment_id = $1 and ${table}.customer_uid = c.uid and ${table}.resource_key in ('', r.uid::text)`;

const told = (state: string): string =>
  `'key', ${state}.source_key, 'kind', ${state}.source_kind, 'from', ${ms(`${state}.starts_at`)},
                     'until', ${ms(`${state}.ends_at`)}, 'granted', ${state}.granted`;

/** Of each source the newest state that was known. */
const sources = `(
    select jsonb_agg(jsonb_build_object('scope', k.scope, 'updatedAt', ${ms('k.updated_at')}, ${told('k')}))
      from (select distinct on (s.resource_key, s.source_key) s.resource_key as scope, s.updated_at, s.source_key, s.source_kind,
                   s.starts_at, s.ends_at, s.granted
              from entitlement_source_state s
             where ${inScope('s')} and s.declared_at <= $4
             order by s.resource_key, s.source_key, s.declared_at desc, s.place desc) k)`;
/** A snapshot that has not changed since the history began tells its sources itself. */
const unchanged = `(
    select jsonb_agg(jsonb_build_object('scope', n.resource_key, 'updatedAt', ${ms('n.updated_at')}, ${told('e')}))
      from entitlement_snapshot n cross join lateral entitlement_sources(n.subscriptions, n.grants) e
     where ${inScope('n')} and n.updated_at <= $4
       and not exists (select from entitlement_source_state s
                        where s.environment_id = $1 and s.customer_uid = n.customer_uid and s.resource_key = n.resource_key))`;

/** When time next changes each subscription, as it is known now: no history has it. */
const dues = `(
    select jsonb_object_agg(l.life ->> 'key', l.life -> 'due')
      from entitlement_snapshot n cross join lateral jsonb_array_elements(n.subscriptions) l(life)
     where ${inScope('n')} and l.life ? 'due')`;

/**
 * Who was asked about, and what was known of its sources at an instant.
 * @reads customer, customer_resource of customers/customers
 */
export const knownOfCustomer = `select c.uid as "customerUid", ${ms('c.created_at')} as "createdAt",
                coalesce((select (s.facts ->> 'isArchived')::boolean from entitlement_subject_state s
                           where s.environment_id = $1 and s.subject_uid = c.uid and s.known_at <= $4
                           order by s.known_at desc, s.place desc limit 1),
                         c.archived_at is not null) as "isArchived",
                r.uid as "resourceUid",
                (select ${ms('h.known_from')} from entitlement_history_start h where h.environment_id = $1) as "knownFrom",
                ${sources} as sources, ${unchanged} as unchanged, ${dues} as dues,
                pg_snapshot_xmax(pg_current_snapshot())::text::float8 - 1 as version
           from (values (1)) as q(one)
           left join customer c on c.environment_id = $1 and c.id = $2
           left join customer_resource r on r.environment_id = $1 and r.customer_uid = c.uid and r.id = $3 and r.created_at <= $4`;

/** Of the sources of one level, all that was known of one feature, in the order in which it was declared. */
export const statesOfFeature = `select ${ms('k.known_from')} as "knownFrom", k.source_key as "sourceKey", k.source
           from (select s.declared_at as known_from, s.place, s.source_key, s.granted -> $4::text as source
                   from entitlement_source_state s
                  where s.environment_id = $1 and s.customer_uid = $2 and s.resource_key = $3
                 union all
                 select n.updated_at, 0, e.source_key, e.granted -> $4::text
                   from entitlement_snapshot n cross join lateral entitlement_sources(n.subscriptions, n.grants) e
                  where n.environment_id = $1 and n.customer_uid = $2 and n.resource_key = $3
                    and not exists (select from entitlement_source_state s
                                     where s.environment_id = $1 and s.customer_uid = $2 and s.resource_key = $3)) k
          order by k.known_from, k.place`;

const stateOf = (uid: string): string => `(
    select s.facts from entitlement_subject_state s
     where s.environment_id = $1 and s.subject_uid = ${uid} and s.known_at <= $3
     order by s.known_at desc, s.place desc limit 1)`;

/**
 * Where the id is a feature's no more, or another one's by now, that of the one that bore it then.
 * @reads feature of catalog/features
 */
export const featureById = `select coalesce(
           (select coalesce(${stateOf('f.uid')}, feature_facts(f)) from feature f
             where f.environment_id = $1 and f.id = $2 and f.created_at <= $3),
           (select b.facts from entitlement_subject_state b
             where b.environment_id = $1 and b.id = $2 and b.known_at <= $3 and b.facts ? 'featureType'
               and b.facts = ${stateOf('b.subject_uid')}
             order by b.known_at desc limit 1)) as facts`;

/**
 * One for each of these keys that was a feature's then.
 * @reads feature of catalog/features
 */
export const featuresByUid = `select coalesce(${stateOf('k.uid')}, case when f.created_at <= $3 then feature_facts(f) end) as facts
           from unnest($2::uuid[]) as k(uid)
           left join feature f on f.environment_id = $1 and f.uid = k.uid`;

/** Sources of resources that are live, of any of these features. */
export const grantedToResources = `select 1
           from entitlement_snapshot n cross join lateral jsonb_each(n.grants) g
          cross join lateral jsonb_array_elements(g.value) s
          where n.environment_id = $1 and n.customer_uid = $2 and n.resource_key <> '' and g.key = any($3::text[])
            and (s ->> 'granted')::boolean and (s ->> 'from')::float8 <= $4 and coalesce((s ->> 'until')::float8 > $4, true)
          limit 1`;
