import type { TestApp } from './app';
import type { Json } from './catalog';
import { expectOk } from './client';
import type { TestEnvironment } from './environments';
import { eventually } from './eventually';

export interface ClockTold {
  now: string;
  isFrozen: boolean;
  taskId: string | null;
}

export interface TaskTold {
  state: string;
  progress: { done: number; failed: number; total: number };
  results: Json[];
}

/** One that may set its clock. */
export const sandbox = (app: Pick<TestApp, 'environments' | 'a'>): Promise<TestEnvironment> =>
  app.environments.add(app.a.accountId, undefined, 'SANDBOX');

/** An environment, as far as its clock is moved. */
export type ClockedPlace = Pick<TestEnvironment, 'api' | 'environmentId'>;

export const clockPath = ({ environmentId }: Pick<TestEnvironment, 'environmentId'>): string =>
  `/environments/${environmentId}/clock`;

export const setClock = (environment: ClockedPlace, now: string | Date | null) =>
  environment.api.rest('PUT', clockPath(environment), {
    now: now instanceof Date ? now.toISOString() : now,
  });

/** Moves it, and waits for all that fell due on the way. @returns the task, where there was one */
export async function moveClock(environment: ClockedPlace, now: string | Date): Promise<TaskTold | null> {
  const { taskId } = await expectOk<ClockTold>(setClock(environment, now));
  return taskId === null ? null : endOf(environment, taskId);
}

export async function endOf({ api }: Pick<TestEnvironment, 'api'>, taskId: string): Promise<TaskTold> {
  let task: TaskTold | undefined;
  await eventually(async () => {
    task = await expectOk<TaskTold>(api.rest('GET', `/tasks/${taskId}`));
    expect(['PENDING', 'IN_PROGRESS']).not.toContain(task.state);
  });
  return task as TaskTold;
}
