import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { BoundedMap } from '#libs/kernel/bounded-map';
import { Answers } from '#libs/messaging/extensions';
import { sourceNames, type SourceName } from '#modules/entitlements/explanations';
import { SubscriptionsRepository } from './subscriptions.repository';

/** Some 20 MB. */
const mostHeld = 100_000;

/** Sources of entitlements bear the keys of subscriptions; who reads of them knows their ids. Held, for neither ever changes. */
@Injectable()
export class SubscriptionNames {
  /** By environment and key. */
  private readonly held = new BoundedMap<string, SourceName>(mostHeld);

  constructor(private readonly subscriptions: SubscriptionsRepository) {}

  @Answers(sourceNames)
  async namesOf({ sourceKeys }: typeof sourceNames.facts): Promise<Iterable<SourceName>> {
    const environmentId = currentEnvironmentId();
    const placeOf = (sourceKey: string): string => `${environmentId}/${sourceKey}`;
    const known = sourceKeys.flatMap((sourceKey) => this.held.get(placeOf(sourceKey)) ?? []);
    if (known.length === sourceKeys.length) return known;
    const read = await this.subscriptions.namesOf(sourceKeys);
    for (const name of read) this.held.set(placeOf(name.sourceKey), name);
    return read;
  }
}
