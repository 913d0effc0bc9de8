import { summaryOf } from './traced-statements';

describe('names of statements in traces', () => {
  it.each([
    ['select c.uid from customer c where c.environment_id = $1', 'SELECT customer'],
    ['select "c"."uid" as "c_uid" from "customer" "c"', 'SELECT customer'],
    ['insert into usage_counter (uid) values ($1)', 'INSERT usage_counter'],
    ['update only api_key set used_at = $1', 'UPDATE api_key'],
    ['delete from deleted_place where deleted_at < $1', 'DELETE deleted_place'],
    ['with gone as (delete from task returning uid) select count(*) from gone', 'DELETE task'],
    ['with t as (select uid from wallet) select * from t', 'SELECT wallet'],
    ['START TRANSACTION', 'START'],
    ['select coalesce(1, 2)::text as version; commit', 'COMMIT'],
    ['select set_config($1, $2, true)', 'SELECT'],
    ['savepoint part', 'SAVEPOINT'],
    ['', 'QUERY'],
  ])('%s', (text, name) => {
    expect(summaryOf(text)).toBe(name);
  });
});
