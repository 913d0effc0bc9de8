/** Of one customer, those that one meter counts: on the customer's own level where no resource is asked for. */
export const counted = `select e.at, e.key, e.name, e.dimensions
           from raw_event e
          where e.environment_id = $1 and e.customer_id = $2 and e.at >= $4 and e.at < $5
            and case when $6::text is null then e.fed @> array[$3::uuid] else e.fed_resource @> array[$3::uuid] and e.resource_id = $6 end
            and ($7::timestamptz is null or (e.at, e.key) > ($7, $8::uuid))
          order by e.at, e.key limit $9`;

/** @reads customer, customer_resource of customers/customers */
export const idsOf = `select c.id as "customerId", r.id as "resourceId"
           from customer c
           left join customer_resource r on r.environment_id = $1 and r.customer_uid = c.uid and r.uid::text = $3
          where c.environment_id = $1 and c.uid = $2`;
