const columns = `c.position::float8 as position, c.kind, c.resource_key as "resourceKey", c.detail, c.version::float8 as version,
              u.id as "customerId", r.id as "resourceId", f.id as "featureId", y.id as "currencyId"`;

/**
 * With the ids by which callers know what the log names by keys.
 * @reads customer, customer_resource of customers/customers
 * @reads feature of catalog/features
 * @reads custom_currency of catalog/custom-currencies
 */
const known = (environment: string): string => `
           left join customer u on u.environment_id = ${environment} and u.uid = c.customer_uid
           left join customer_resource r on r.environment_id = ${environment} and r.customer_uid = c.customer_uid
                 and r.uid = nullif(c.resource_key, '')::uuid
           left join feature f on f.environment_id = ${environment} and f.uid = c.feature_uid
           left join custom_currency y on y.environment_id = ${environment} and y.uid = c.feature_uid`;

export const open = 'select epoch, place::float8 as position from stream_open($1)';

export const number = 'select stream_number(false)';

/** Of each environment one row at least, with where its log ends. */
export const since = `select h.environment_id as "environmentId", left(md5(e.epoch || h.environment_id), 12) as epoch, s.position::float8 as last, c.*
           from unnest($1::uuid[], $2::bigint[]) as h(environment_id, position)
           cross join stream_cursor e
           join stream_head s on s.environment_id = h.environment_id
           left join lateral (
             select ${columns} from stream_change c ${known('h.environment_id')}
              where c.environment_id = h.environment_id and c.position > h.position
              order by c.position limit $3) c on true
          order by c.position`;

/** A place is good while nothing follows it, or what follows it at once is kept: places have no gaps. */
export const isKept = `select case when s.position = $2 then true else exists (
             select from stream_change c
              where c.environment_id = $1 and c.position = $2 + 1
                and c.numbered_at > clock_timestamp() - interval '1 hour') end as kept
           from stream_head s where s.environment_id = $1`;

export const between = `select ${columns} from stream_change c ${known('$1')}
          where c.environment_id = $1 and c.position > $2 and c.position <= $3
            and ($4::text[] is null or c.kind in ('package', 'all') or u.id = any($4))
          order by c.position limit $5`;

/** As if each were opened again: nobody may have wanted them for an hour, of a process that was asleep. */
export const want = 'select stream_open(environment) from unnest($1::uuid[]) as environment';

/** Whoever reads it, memory has nothing to forget: no customer has the key of a package. */
export const tellPackage = `select stream_note($1, $2::uuid, jsonb_build_array(jsonb_build_array('package', $3::jsonb)))`;
