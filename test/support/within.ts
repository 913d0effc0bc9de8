import { newContext, runInContext } from '#libs/context/request-context';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import type { TestApp } from './app';
import type { TestEnvironment } from './environments';

/** As a use case of an upper module, in a transaction of its own: how `@Within()` methods are called. */
export function withinUseCase<T>(app: TestApp, place: TestEnvironment, work: () => Promise<T>): Promise<T> {
  const { environmentId, accountId } = place;
  const principal = { kind: 'SYSTEM', actor: 'test', accountId, environmentId, may: () => true } as const;
  const context = { ...newContext('test', 'WORKER'), principal, useCase: 'test' };
  return runInContext(context, () => app.nest.get(UnitOfWork).run(work));
}
