import { createTestApp, type TestApp } from '../../test/support/app';
import { eventually } from '../../test/support/eventually';

describe('the worker', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const query = <R extends object = object>(text: string): Promise<R[]> => app.dataSource.query<R[]>(text);
  const leaveJob = async (key: string, worker: string, minutes: number): Promise<void> => {
    // Of a kind that no process takes up, so that what happens to it is done by the housekeeping alone.
    await query(`select graphile_worker.add_job('nobody-does-this', job_key := '${key}')`);
    await query(
      `update graphile_worker._private_jobs set locked_by = '${worker}', locked_at = now() - interval '${minutes} minutes'
        where key = '${key}'`,
    );
  };
  const holders = async (): Promise<unknown> =>
    query(`select key, locked_by from graphile_worker.jobs where key in ('old', 'young') order by key`);

  it('frees the jobs that a killed process left locked, and not those that are run', async () => {
    await leaveJob('old', 'gone', 11);
    await leaveJob('young', 'at-work', 9);
    await query(`select graphile_worker.add_job('free-jobs-of-the-dead')`);
    await eventually(async () =>
      expect(await holders()).toEqual([
        { key: 'old', locked_by: null },
        { key: 'young', locked_by: 'at-work' },
      ]),
    );
  });

  it('forgets tasks with their results 90 days after their end', async () => {
    const add = (kind: string, finished: string) =>
      query(`
        with task as (
          insert into task (environment_id, uid, kind, entity_type, entity_id, state, payload, principal, total, done, failed,
                            attempts, created_at, updated_at, finished_at)
          values ('${app.a.environmentId}', gen_random_uuid(), '${kind}', 'PLAN', 'x', 'COMPLETED', '{}', '{}', 1, 1, 0, 0,
                  now(), now(), ${finished})
          returning environment_id, uid)
        insert into task_result (environment_id, uid, task_uid, subject_key, entity_type, entity_id, state, created_at, updated_at)
        select environment_id, gen_random_uuid(), uid, '1', 'SUBSCRIPTION', '${kind}', 'DONE', now(), now() from task`);
    await add('old', `now() - interval '91 days'`);
    await add('young', `now() - interval '89 days'`);
    await add('running', 'null');
    await query(`select graphile_worker.add_job('forget-tasks')`);
    await eventually(async () => expect(await query('select from task')).toHaveLength(2));
    expect(await query('select entity_id from task_result order by entity_id')).toEqual([
      { entity_id: 'running' },
      { entity_id: 'young' },
    ]);
  });
});
