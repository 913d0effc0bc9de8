import { Injectable } from '@nestjs/common';
import { Follows } from '#libs/messaging/extensions';
import { accountStatusChanged } from '#modules/platform/accounts';
import { ApiKeysRepository } from './api-keys.repository';

/** What keys are let in for is held in memory with the status of their account. Domain: access-and-events A5, Y6 */
@Injectable()
export class AccountStatusHandlers {
  constructor(private readonly keys: ApiKeysRepository) {}

  @Follows(accountStatusChanged)
  async forgetKeys(): Promise<void> {
    await this.keys.announceAccount();
  }
}
