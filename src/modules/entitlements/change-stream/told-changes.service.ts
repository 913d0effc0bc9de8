import { Injectable } from '@nestjs/common';
import { runInContext, systemPrincipal, workerContext } from '#libs/context/request-context';
import { jsonOf } from '#libs/kernel/json-writer';
import { newUid } from '#libs/kernel/ids';
import type { StreamedMessage } from '#libs/use-cases/message-stream';
import { EntitlementsService } from '#modules/entitlements/entitlements';
import {
  EntitlementsUpdated,
  PackagePublished,
  Resync,
  UsageUpdated,
  type UsageReference,
} from './change-stream.views';
import type { LoggedChange } from './domain/logged-change';

/** At once; a connection of the pool for each of them would be none for callers. */
const together = 8;

const messageOf = (event: string, body: object): StreamedMessage => ({
  event,
  body,
  text: jsonOf(body) as string,
});

/** Everything that was held is out of date. */
export const resync: StreamedMessage = {
  event: 'resync',
  body: Object.assign(new Resync(), { isResync: true }),
  text: '{}',
};

/** What is told of a change: what the same question is answered now, so that no message is older than its place. */
@Injectable()
export class ToldChanges {
  constructor(private readonly entitlements: EntitlementsService) {}

  /** In the order of the changes; undefined where there is nothing to tell. */
  async of(
    environmentId: string,
    changes: readonly LoggedChange[],
  ): Promise<(StreamedMessage | undefined)[]> {
    const told: (StreamedMessage | undefined)[] = [];
    for (let first = 0; first < changes.length; first += together) {
      const part = changes.slice(first, first + together);
      told.push(...(await Promise.all(part.map((change) => this.one(environmentId, change)))));
    }
    return told;
  }

  private one(environmentId: string, change: LoggedChange): Promise<StreamedMessage | undefined> {
    const streamer = systemPrincipal('change-stream', environmentId);
    const context = workerContext(newUid(), streamer, 'streamEntitlements');
    return runInContext({ ...context, atLeast: change.version }, () => this.tell(change));
  }

  private async tell(change: LoggedChange): Promise<StreamedMessage | undefined> {
    const { kind, customerId, resourceKey, resourceId, detail } = change;
    if (kind === 'package') return messageOf('package.published', PackagePublished.from(detail));
    const isGone = customerId === null || (resourceKey !== '' && resourceId === null);
    if (kind === 'all' || isGone) return resync;
    if (kind === 'grants') {
      const all = await this.entitlements.effectiveEntitlements(customerId, resourceId);
      return messageOf('entitlements.updated', EntitlementsUpdated.from(change, all));
    }
    const ref = refOf(change);
    if (!ref) return resync;
    const asked = ref.type === 'FEATURE' ? { featureId: ref.id } : { currencyId: ref.id };
    const told = await this.entitlements.check(customerId, { ...asked, resourceId: resourceId ?? undefined });
    const usage = UsageUpdated.from(change, ref, told);
    return usage && messageOf('usage.updated', usage);
  }
}

/** Undefined where what was used is gone. */
function refOf({ featureId, currencyId }: LoggedChange): UsageReference | undefined {
  if (featureId !== null) return { type: 'FEATURE', id: featureId };
  return currencyId === null ? undefined : { type: 'CREDIT', id: currencyId };
}
