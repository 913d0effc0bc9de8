import { Injectable } from '@nestjs/common';
import { Upkeep } from '#libs/messaging/extensions';
import { FiguresRepository } from './figures.repository';
import { UsageFiguresRepository } from './usage-figures.repository';

/** Of one statement: some milliseconds of one connection. */
const foldedAtOnce = 5000;

/** Keeps the reading of figures a matter of days, however many changes they come from. */
@Injectable()
export class FigureBooksService {
  constructor(
    private readonly repository: FiguresRepository,
    private readonly usage: UsageFiguresRepository,
  ) {}

  /** Changes become part of their days. Domain: access-and-events P4 */
  @Upkeep('fold-figures', '*/5 * * * *')
  async fold(): Promise<void> {
    while ((await this.repository.fold(foldedAtOnce)) === foldedAtOnce);
  }

  /** The same of usage, which is written more often. Domain: access-and-events P6 */
  @Upkeep('fold-usage-figures', '* * * * *')
  async foldUsage(): Promise<void> {
    while ((await this.usage.fold(foldedAtOnce)) === foldedAtOnce);
  }
}
