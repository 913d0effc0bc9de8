/** As many due drafts as are asked for, in turn of every legal entity, each of a contract of its own with two lines. */
export const drafts = `
  with issuer as (
    select e.environment_id, e.uid, e.id, a.uid as account_uid, a.id as account_id,
           row_number() over (order by e.id) - 1 as place, count(*) over () as count
      from legal_entity e join payment_account a on a.environment_id = e.environment_id and a.legal_entity_uid = e.uid),
  made as (
    insert into invoice (environment_id, uid, contract_uid, contract_id, contract_external_id, customer_uid, customer_id,
                         legal_entity_uid, legal_entity_id, payment_account_uid, payment_account_id, currency, payment_time,
                         period_start, period_end, sequence, net_terms, issue_date, due_date, carries_usage, state,
                         sub_total, discount, tax, total, credited, created_at, updated_at)
    select i.environment_id, gen_random_uuid(), gen_random_uuid(), 'deal-' || n, 'deal-' || n, c.uid, c.id,
           i.uid, i.id, i.account_uid, i.account_id, 'usd', 'IN_ADVANCE',
           d.day, d.day + interval '27 days', 0, 30, d.day, d.day + interval '30 days', false, 'DRAFT',
           20, 0, 0, 20, 0, now(), now()
      from generate_series(1, $1::int) n
      join issuer i on i.place = n % i.count
      join customer c on c.environment_id = i.environment_id and c.id = 'buyer'
     cross join lateral (select timestamptz '2020-01-01T00:00:00Z' + n % 50 * interval '1 day' as day) d
    returning environment_id, uid, period_start, period_end)
  insert into invoice_line (environment_id, uid, invoice_uid, position, type, item_id, description, quantity, unit_price,
                            period_start, period_end, tax_percent, sub_total, discount, tax, total, created_at,
                            updated_at)
  select environment_id, gen_random_uuid(), uid, p, 'BaseCharge', 'seats', 'Seats', 1, 10, period_start, period_end,
         0, 10, 0, 0, 10, now(), now()
    from made, generate_series(0, 1) p`;
