import { setTimeout as pause } from 'node:timers/promises';
import type { Chapter, Scene } from '../scene';
import type { ServiceClient } from '../service-client';

const promises = {
  whole: 'a first sync brings every row of one snapshot',
  little: 'a second one brings what has changed since, and no more',
};

const patienceMs = 60_000;
const askAgainMs = 100;

interface Destination {
  destinationId: string;
  type: string;
  lastSyncStatus?: { status: string; transferId: string; rowsTransferred: number };
}

const models = ['customers', 'subscriptions', 'usage_measurements', 'activity'];

/** @returns why this service writes no files, where it does not */
export async function offersFiles(service: ServiceClient, name: string): Promise<true | string> {
  const body = { destinationId: name, destinationType: 'FILE', enabledModels: models };
  const answer = await service.rest('POST', '/data-export/destinations', body).catch(() => undefined);
  if (!answer || answer.code !== undefined)
    return (answer?.body as { message?: string } | undefined)?.message ?? 'the service did not answer';
  await service.rest('DELETE', `/data-export/destinations/${name}`);
  return true;
}

/** What is stored, copied out for a warehouse. */
export const exportData: Chapter = {
  title: 'The data goes where you analyse it',
  about:
    'A destination holds exactly the rows of the snapshot that its manifest names, in newline JSON, CSV or tables of PostgreSQL.',
  promises: Object.values(promises),
  async tell(scene) {
    const { stage, called } = scene;
    const destinationId = called('lake');
    const body = { destinationId, destinationType: 'FILE', enabledModels: models };
    await scene.perform('POST', '/data-export/destinations', body);
    const first = await synced(scene, destinationId);
    const least = scene.buyers.length * 2;
    stage.check(promises.whole, [first.status, first.rowsTransferred > least], ['SUCCEEDED', true]);
    await scene.perform('PATCH', `/customers/${called('acorn')}`, { name: 'Acorn & Sons' }, ['id', 'name']);
    const second = await synced(scene, destinationId);
    stage.check(
      promises.little,
      [second.status, second.rowsTransferred < first.rowsTransferred / 2],
      ['SUCCEEDED', true],
    );
    await scene.service.rest('DELETE', `/data-export/destinations/${destinationId}`);
  },
};

/** How it stands once it has ended; as it is then, where that takes too long. */
async function synced(scene: Scene, destinationId: string): Promise<Required<Destination>['lastSyncStatus']> {
  interface Started {
    results: { transferId: string }[];
  }
  const started = (await scene.perform<Started>('POST', '/data-export/sync', { destinationId })).data();
  for (let waitedMs = 0; ; waitedMs += askAgainMs) {
    const path = '/data-export/destinations';
    const { destinations } = (await scene.service.rest<{ destinations: Destination[] }>('GET', path)).data();
    const last = destinations.find((each) => each.destinationId === destinationId)?.lastSyncStatus;
    const isOver = last?.transferId === started.results[0]?.transferId && last?.status === 'SUCCEEDED';
    if (last && (isOver || waitedMs > patienceMs)) {
      scene.stage.say(`${last.status}: ${last.rowsTransferred} rows`);
      return last;
    }
    if (waitedMs > patienceMs) throw new Error('The sync was not heard of');
    await pause(askAgainMs);
  }
}
