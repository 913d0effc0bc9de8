import { randomBytes } from 'node:crypto';
import { SystemClock } from '#libs/kernel/clock';
import { ExportPlace } from '../support/data-export';
import { createTestDatabase } from '../support/database';
import { memoryOf, tellingMemory, type Memory } from '../support/service-memory';
import { ServiceProcess } from '../support/service-process';
import { userTokens } from '../support/user-tokens';
import { Place, type Credentials } from './place';
import type { OpenApiDocument } from './reference';
import { parsed } from './rest-oracle';
import { Sender } from './sender';
import type { FuzzSettings } from './settings';
import { ActivityWatch, DatabaseWatch, type StateWatch } from './state-watch';

const ownerSubject = 'owner|fuzz';
/** Of what the service writes beside requests: the work that they left behind, and when a key was used. */
const background =
  /^(outbox|webhook_delivery|webhook_health|task|api_key|subscription_import_row|engine_change|invoice_pdf|credit_note_pdf|export_sync)/;

/** A service, environments of their own for each that asks, and one more that nobody may see. */
export interface Stage {
  url: string;
  document: OpenApiDocument;
  sdl: string;
  sender: Sender;
  places: Place[];
  foreign: Place | undefined;
  /** Of the foreign one, as nobody else may know them. */
  foreignIds: string[];
  /** Stands in every text of the foreign one. */
  mark: string;
  watch: StateWatch;
  ownerHeaders(environmentId: string): Promise<Record<string, string> | undefined>;
  memory(): Promise<Memory | undefined>;
  /** Lines of the log that tell what nobody foresaw. */
  faults(): string[];
  close(): Promise<void>;
}

export async function openStage(settings: FuzzSettings, lanes: number): Promise<Stage> {
  return settings.service ? beside(settings, settings.service) : own(settings, lanes);
}

async function own(settings: FuzzSettings, lanes: number): Promise<Stage> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const each of closers.reverse()) await each();
  };
  try {
    return { ...(await opened(settings, lanes, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function opened(
  settings: FuzzSettings,
  lanes: number,
  closers: (() => Promise<unknown>)[],
): Promise<Omit<Stage, 'close'>> {
  const database = await createTestDatabase();
  closers.push(() => database.drop());
  const warehouse = await ExportPlace.open();
  closers.push(() => warehouse.close());
  const tokens = await userTokens(new SystemClock());
  const service = await ServiceProcess.start({
    ...tokens.variables,
    ...warehouse.variables,
    DATABASE_URL: database.serviceUrl,
    BOOTSTRAP_OWNER_SUBJECT: ownerSubject,
    ...tellingMemory,
  });
  closers.push(() => service.stop());
  const sender = new Sender(service.url);
  const owner = new Owner(sender, () => tokens.sign(ownerSubject));
  const mark = `hidden${randomBytes(5).toString('hex')}`;
  const foreign = new Place(await owner.open('elsewhere'), sender, settings.seed - 1);
  await foreign.furnish(mark);
  // All users of the account see it.
  foreign.uuids.delete(foreign.credentials.environmentId);
  const places: Place[] = [];
  for (let lane = 0; lane < lanes; lane++) {
    const place = new Place(await owner.open(`lane ${lane}`), sender, settings.seed + lane);
    await place.furnish(`lane${lane}`);
    places.push(place);
  }
  const watch = await DatabaseWatch.on(database.url, (table) => background.test(table));
  closers.push(
    () => watch.close(),
    () => Promise.resolve(sender.close()),
  );
  return {
    ...{ url: service.url, sender, places, foreign, mark, watch },
    foreignIds: foreign.known.all.filter((id) => foreign.uuids.has(id) || id.includes(mark)),
    ...(await documentsOf(sender)),
    ownerHeaders: (environmentId) => owner.headers(environmentId),
    memory: () => memoryOf(service),
    faults: () => service.faults,
  };
}

/** The user to whom the account belongs. */
class Owner {
  constructor(
    private readonly sender: Sender,
    private readonly sign: () => Promise<string>,
  ) {}

  async headers(environmentId?: string): Promise<Record<string, string>> {
    const authorization = `Bearer ${await this.sign()}`;
    return environmentId === undefined
      ? { authorization }
      : { authorization, 'x-environment-id': environmentId };
  }

  /** An environment with a clock of its own. */
  async open(name: string): Promise<Credentials> {
    const answer = await this.sender.send({
      ...{ operation: 'createEnvironment', door: 'REST', intent: 'valid', what: 'stage', method: 'POST' },
      ...{ url: '/api/v1/environments', payload: JSON.stringify({ name, type: 'SANDBOX' }) },
      headers: { ...(await this.headers()), 'content-type': 'application/json' },
    });
    const { data } = parsed(answer.text) as { data: Omit<Credentials, 'environmentId'> & { id: string } };
    return { environmentId: data.id, serverKey: data.serverKey, publishableKey: data.publishableKey };
  }
}

/** At a service that runs already: in the one environment of the key. */
async function beside(settings: FuzzSettings, { url, key }: { url: string; key: string }): Promise<Stage> {
  const sender = new Sender(url);
  const place = new Place({ environmentId: '', serverKey: key }, sender, settings.seed);
  await place.furnish('fuzz');
  const watch = new ActivityWatch(async (path) => parsed((await place.call('GET', path)).text));
  return {
    ...{ url, sender, places: [place], foreign: undefined, foreignIds: [], mark: '', watch },
    ...(await documentsOf(sender)),
    ownerHeaders: () => Promise.resolve(undefined),
    memory: () => Promise.resolve(undefined),
    faults: () => [],
    close: () => Promise.resolve(sender.close()),
  };
}

async function documentsOf(sender: Sender): Promise<Pick<Stage, 'document' | 'sdl'>> {
  const get = async (url: string): Promise<string> => {
    const answer = await sender.send({
      operation: url,
      door: 'REST',
      intent: 'valid',
      what: 'stage',
      method: 'GET',
      url,
      headers: {},
    });
    return answer.text;
  };
  return {
    document: parsed(await get('/openapi.json')) as OpenApiDocument,
    sdl: await get('/schema.graphql'),
  };
}
