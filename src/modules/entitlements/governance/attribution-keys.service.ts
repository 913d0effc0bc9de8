import { Injectable } from '@nestjs/common';
import { Within } from '#libs/use-cases/use-case';
import { HeldAttributionKeys } from './held-attribution-keys.cache';

/** Dimensions of usage that may name who within a customer it was. Domain: access-and-events G6 */
@Injectable()
export class AttributionKeys {
  constructor(private readonly held: HeldAttributionKeys) {}

  /** None of an environment without entity types. */
  @Within()
  inForce(): Promise<ReadonlySet<string>> {
    return this.held.ofEnvironment();
  }
}
