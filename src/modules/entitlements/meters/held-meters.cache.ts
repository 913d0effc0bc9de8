import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '#libs/changes/change-feed';
import { HeldByEnvironment } from '#libs/changes/held-by-environment';
import { MetersReader, type MeterInForce } from './meters.reader';

/** The meters of an environment in memory. */
@Injectable()
export class HeldMeters extends HeldByEnvironment<readonly MeterInForce[]> {
  constructor(reader: MetersReader, feed: ChangeFeed) {
    super(feed, () => reader.inForce());
  }
}
