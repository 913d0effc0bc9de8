import { newContext, runInContext } from '#libs/context/request-context';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import type { TestApp } from './app';
import type { TestEnvironment } from './environments';

/** As a use case of an upper module, in a transaction of its own: how `@Within()` methods are called. */
export const withinUseCase = <T>(app: TestApp, place: TestEnvironment, work: () => Promise<T>): Promise<T> =>
  withinGroupedUseCase(place, () => app.nest.get(UnitOfWork).run(work));

/** As a use case that commits by itself: no transaction is open. */
export function withinGroupedUseCase<T>(place: TestEnvironment, work: () => Promise<T>): Promise<T> {
  const { environmentId, accountId } = place;
  const principal = { kind: 'SYSTEM', actor: 'test', accountId, environmentId, may: () => true } as const;
  return runInContext({ ...newContext('test', 'WORKER'), principal, useCase: 'test' }, work);
}
