import { setTimeout as pause } from 'node:timers/promises';
import type { Chapter, Scene } from '../scene';
import type { ServiceClient } from '../service-client';

const clients = 8;
const checksOfEach = 25;
const rotateAt = (clients * checksOfEach) / 4;
const graceHours = 24;
/** A process hears of a change within a second. */
const hearingMs = 1000;
const askAgainMs = 100;

const promises = {
  scoped: 'a key that may read customers reads one, and is refused where it would make one',
  rotated: `${clients} clients ask without a pause while the key is rotated: ${clients * checksOfEach} of ${clients * checksOfEach} checks are answered, by the old secret and by the new`,
  ended: 'once the grace is ended the old secret opens nothing, and the new one goes on',
  revoked: 'a key that is revoked opens nothing, for good',
};

const customer = 'acorn';

interface Key {
  id: string;
  secret: string;
  status: string;
  previousEndsAt: string | null;
}

const shown = ['displayName', 'scopes', 'status', 'lastFour', 'previousLastFour', 'previousEndsAt'];

/** A key for one purpose, and how its secret is replaced while it is in use. */
export const rotateKeys: Chapter = {
  title: 'Keys: one purpose each, and another secret without a pause',
  about:
    'A scoped key does what it is for and no more. Rotated, both of its secrets open it until the grace ends.',
  promises: Object.values(promises),
  async tell(scene) {
    const { stage, service, called } = scene;
    const body = { displayName: called('reports'), scopes: ['customers:read', 'entitlements:read'] };
    const key = (await scene.perform<Key>('POST', '/api-keys', body, shown)).data();
    const old = service.as(key.secret);
    const read = await old.rest('GET', `/customers/${called(customer)}`);
    const written = await old.rest('POST', '/customers', { id: called('uninvited') });
    stage.say(`Refused: ${(written.body as { message?: string }).message}`);
    stage.check(
      promises.scoped,
      [read.status, written.status, written.code],
      [200, 403, 'IdentityForbidden'],
    );
    const { answered, rotated } = await rotateUnderLoad(scene, key);
    stage.check(promises.rotated, answered, clients * checksOfEach);
    await scene.perform('POST', `/api-keys/${key.id}/grace`, { graceHours: 0 }, shown);
    const fresh = service.as(rotated.secret);
    stage.check(promises.ended, [await closes(old), (await ask(scene, fresh)).status], [401, 200]);
    await scene.perform('POST', `/api-keys/${key.id}/revoke`, undefined, shown);
    stage.check(promises.revoked, await closes(fresh), 401);
  },
};

const ask = ({ called }: Scene, by: ServiceClient) =>
  by.rest('GET', `/customers/${called(customer)}/entitlements/check?featureId=${called('projects')}`);

/** Half of the clients take the new secret as soon as it is there, the others keep the old one. */
async function rotateUnderLoad(
  scene: Scene,
  { id, secret }: Key,
): Promise<{ answered: number; rotated: Key }> {
  let rotation: Promise<Key> | undefined;
  let newest = secret;
  let asked = 0;
  let answered = 0;
  const rotate = async (): Promise<Key> => {
    const rotated = await scene.perform<Key>('POST', `/api-keys/${id}/rotate`, { graceHours }, shown);
    newest = rotated.data().secret;
    return rotated.data();
  };
  const callOf = async (client: number): Promise<void> => {
    // Amid the load, by itself.
    if (++asked === rotateAt) rotation = rotate();
    const { status } = await ask(scene, scene.service.as(client % 2 === 0 ? newest : secret));
    if (status === 200) answered++;
  };
  const load = Array.from({ length: clients }, async (_, client) => {
    for (let check = 0; check < checksOfEach; check++) await callOf(client);
  });
  await Promise.all(load);
  return { answered, rotated: await (rotation ?? rotate()) };
}

/** What the service answers once it has heard. */
async function closes(by: ServiceClient): Promise<number> {
  for (let waitedMs = 0; ; waitedMs += askAgainMs) {
    const { status } = await by.rest('GET', '/customers?limit=1');
    if (status !== 200 || waitedMs >= hearingMs) return status;
    await pause(askAgainMs);
  }
}
