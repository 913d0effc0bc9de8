import { Injectable } from '@nestjs/common';
import { requireContext } from '#libs/context/request-context';
import { UnitOfWork } from '#libs/persistence/unit-of-work';

/** How a use case that says `commits: 'last'` commits what it answers. ADR-0092 */
@Injectable()
export class LastCommit {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** With the answer that is stored for the caller's Idempotency-Key. Within another use case: in the unit of work of that one. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const { commit } = requireContext();
    return commit ? commit(work) : this.unitOfWork.run(work);
  }
}
