import { Injectable } from '@nestjs/common';
import { Within } from '#libs/use-cases/use-case';
import { ApiKeysRepository } from './api-keys.repository';

/** The publishable keys of the environment, for who says in whose name they may speak. Domain: access-and-events B3, B4 */
@Injectable()
export class PublishableKeysService {
  constructor(private readonly keys: ApiKeysRepository) {}

  /** Nobody else says so before the end of the unit of work. */
  @Within()
  async hold(): Promise<void> {
    await this.keys.holdPublishable();
  }

  /** Every process looks them up anew once the unit of work is committed. Domain: access-and-events Y6 */
  @Within()
  async announceChange(): Promise<void> {
    for (const { digest } of await this.keys.holdPublishable()) await this.keys.announceChange(digest);
  }
}
