import { Injectable } from '@nestjs/common';
import { Follows } from '#libs/messaging/extensions';
import { versionPublished, type Publication } from '#modules/catalog/packages';
import { ChangeLogRepository } from './change-log.repository';

/** What is published is told by the commit that publishes it. */
@Injectable()
export class PublishedPackages {
  constructor(private readonly log: ChangeLogRepository) {}

  @Follows(versionPublished)
  async note({ packageUid, id: packageId, migrationType }: Publication): Promise<void> {
    await this.log.tellPackage(packageUid, { packageId, migrationType });
  }
}
