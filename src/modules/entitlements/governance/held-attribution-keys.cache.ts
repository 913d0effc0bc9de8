import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '#libs/changes/change-feed';
import { HeldByEnvironment } from '#libs/changes/held-by-environment';
import { EntityTypesRepository } from './entity-types.repository';

/** The attribution keys of an environment in memory: every report and event with dimensions is held against them. */
@Injectable()
export class HeldAttributionKeys extends HeldByEnvironment<ReadonlySet<string>> {
  constructor(types: EntityTypesRepository, feed: ChangeFeed) {
    super(feed, async () => new Set(await types.attributionKeys()));
  }
}
