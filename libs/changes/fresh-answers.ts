import { Injectable } from '@nestjs/common';
import { requireContext } from '#libs/context/request-context';
import { noteStanding } from '#libs/context/standing';
import type { Soon } from '#libs/kernel/soon';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import type { AnswerSubject } from '#libs/telemetry/memory-metrics';
import { Metrics } from '#libs/telemetry/metrics';
import { ChangeFeed } from './change-feed';

/**
 * Answers from memory where the change feed says that it will do, else from the tables. The place and the age of each are noted for its
 * headers. ADR-0054
 */
@Injectable()
export class FreshAnswers {
  constructor(
    private readonly feed: ChangeFeed,
    private readonly unitOfWork: UnitOfWork,
    private readonly metrics: Metrics,
  ) {}

  /**
   * A transaction must see its own writes, which memory has only after their commit.
   * @param held undefined where something of it is not held
   */
  of<T>(about: AnswerSubject, held: () => T | undefined, read: () => Promise<T>): Soon<T> {
    const found = this.unitOfWork.isOpen ? undefined : held();
    if (found === undefined) return this.read(about, read);
    const standing = this.feed.present(requireContext().atLeast);
    if (!standing) return this.renewed(about, held, read);
    noteStanding(standing);
    this.metrics.memory.answered(about, 'memory');
    return found;
  }

  read<T>(about: AnswerSubject, read: () => Promise<T>): Promise<T> {
    this.metrics.memory.answered(about, 'tables');
    return read();
  }

  private async renewed<T>(
    about: AnswerSubject,
    held: () => T | undefined,
    read: () => Promise<T>,
  ): Promise<T> {
    const standing = await this.feed.renewed();
    const found = standing && held();
    if (!standing || found === undefined) return this.read(about, read);
    noteStanding(standing);
    this.metrics.memory.answered(about, 'poll');
    return found;
  }
}
