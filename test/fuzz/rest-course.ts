import type { SeededRandom } from '../support/seeded-random';
import { errands } from './errands';
import type { Findings } from './findings';
import type { Judge } from './judge';
import type { Place } from './place';
import { larderOf } from './recipes';
import { Reference, type Operation } from './reference';
import type { FuzzAnswer } from './request';
import { RestOracle } from './rest-oracle';
import { RestRequests, type Given } from './rest-requests';
import type { Stage } from './stage';

/** What only a user may do. */
const ofUsers = /(Members?|Invitation|Environments?|[aA]ccountActivity)$/;

const isRefusal = ({ status }: FuzzAnswer): boolean => status >= 400;

/** The REST door, from several environments at once. */
export class RestCourse {
  readonly operations: Operation[];
  private readonly reference: Reference;
  private readonly oracle: RestOracle;
  private left = 0;

  constructor(
    private readonly stage: Stage,
    private readonly judge: Judge,
    private readonly findings: Findings,
    only?: string,
  ) {
    this.reference = new Reference(stage.document);
    this.oracle = new RestOracle(stage.document);
    const isWanted = ({ id, path }: Operation): boolean =>
      only === undefined || id.includes(only) || path.includes(only);
    this.operations = this.reference.operations.filter(isWanted);
    if (this.operations.length === 0) throw new Error(`No operation has ${only} in its name or its path`);
  }

  /** @param count of requests, by all lanes together */
  async run(count: number): Promise<void> {
    this.left = count;
    const lane = async (place: Place): Promise<void> => {
      const requests = new RestRequests(this.reference, place.known, this.stage.foreignIds, place.random);
      while (this.left > 0) {
        await this.errand(place, requests);
        for (const operation of place.random.shuffled(this.operations))
          await this.one(place, requests, operation);
      }
    };
    await Promise.all(this.stage.places.map(lane));
  }

  /** Its steps as they should be, before some of them the same ones as they should not be. */
  private async errand(place: Place, requests: RestRequests): Promise<void> {
    const { known, random } = place;
    const steps = random.pick(errands)(larderOf(known, random, (prefix) => place.fresh(prefix)));
    for (const { operation: id, ids: asked = {}, body } of steps) {
      const operation = this.operations.find((each) => each.id === id);
      if (!operation) continue;
      const named = Object.entries(asked).map(([name, of]) => [
        name,
        typeof of === 'string' ? of : (known.latest(of.latest) ?? 'nobody'),
      ]);
      const given = { ids: Object.fromEntries(named) as Record<string, string>, body };
      const intent = random.pick(['broken', 'hostile'] as const);
      if (random.next() < 0.4) await this.one(place, requests, operation, { ...given, intent });
      await this.one(place, requests, operation, { ...given, intent: 'valid' });
    }
  }

  private async one(
    place: Place,
    requests: RestRequests,
    operation: Operation,
    given?: Given,
  ): Promise<void> {
    if (this.left-- <= 0) return;
    const headers = await this.headersFor(place, operation, place.random);
    const request = requests.of(operation, headers, given);
    const { answer, defects } = await this.judge.ask(place, request, isRefusal);
    this.findings.count(operation.id, answer?.status ?? 0);
    if (answer) defects.push(...this.oracle.defectsOf(operation, request, answer));
    for (const defect of defects) this.findings.add(request, answer, defect, place.seed);
    const isDone = answer !== undefined && answer.status < 300 && request.method === operation.method;
    if (isDone) place.learn(operation.path, answer, request);
  }

  /** Mostly a key that may do it; now and then somebody else. */
  private async headersFor(
    place: Place,
    { id }: Operation,
    random: SeededRandom,
  ): Promise<Record<string, string>> {
    const { environmentId, serverKey, publishableKey } = place.credentials;
    const chance = random.next();
    const owner =
      (ofUsers.test(id) && chance < 0.9) || chance < 0.02
        ? await this.stage.ownerHeaders(environmentId)
        : undefined;
    if (owner) return owner;
    if (chance > 0.99)
      return random.pick<Record<string, string>>([{}, { 'x-api-key': 'server-x' }, { 'x-api-key': '' }]);
    if (chance > 0.98 && publishableKey) return { 'x-api-key': publishableKey };
    return { 'x-api-key': serverKey };
  }
}
