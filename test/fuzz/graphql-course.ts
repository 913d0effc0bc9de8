import { buildSchema } from 'graphql';
import type { Findings } from './findings';
import { GraphqlOracle } from './graphql-oracle';
import { GraphqlRequests, rootsOf, type Root } from './graphql-requests';
import type { Judge } from './judge';
import type { Place } from './place';
import { Reference } from './reference';
import type { FuzzAnswer } from './request';
import { parsed } from './rest-oracle';
import type { Stage } from './stage';

type Json = Record<string, unknown>;

/** The GraphQL door, from several environments at once. */
export class GraphqlCourse {
  readonly roots: Root[];
  private readonly oracle: GraphqlOracle;

  constructor(
    private readonly stage: Stage,
    private readonly judge: Judge,
    private readonly findings: Findings,
    only?: string,
  ) {
    const schema = buildSchema(stage.sdl);
    this.oracle = new GraphqlOracle(schema, stage.document);
    this.roots = rootsOf(schema).filter(
      ({ field }) => only === undefined || field.name.toLowerCase().includes(only.toLowerCase()),
    );
  }

  async run(count: number): Promise<void> {
    let left = this.roots.length === 0 ? 0 : count;
    const { operations } = new Reference(this.stage.document);
    const lane = async (place: Place): Promise<void> => {
      const requests = new GraphqlRequests(operations, place.known, this.stage.foreignIds, place.random);
      while (left > 0) {
        for (const root of place.random.shuffled(this.roots)) {
          if (left-- <= 0) return;
          await this.one(place, requests, root);
        }
      }
    };
    await Promise.all(this.stage.places.map(lane));
  }

  private async one(place: Place, requests: GraphqlRequests, root: Root): Promise<void> {
    const { serverKey } = place.credentials;
    const chance = place.random.next();
    const headers = chance < 0.98 ? { 'x-api-key': serverKey } : await this.other(place);
    const request = requests.of(root, headers);
    const { answer, defects } = await this.judge.ask(place, request, isRefusal);
    const isDone = answer && (parsed(answer.text) as { errors?: unknown } | undefined)?.errors === undefined;
    // Fields are refused with 200 too; who counts wants to know whether it was done.
    this.findings.count(
      `${root.kind} ${root.field.name}`,
      answer?.status === 200 && !isDone ? 400 : (answer?.status ?? 0),
    );
    if (answer) defects.push(...this.oracle.defectsOf(request, answer));
    for (const defect of defects) this.findings.add(request, answer, defect, place.seed);
  }

  private async other(place: Place): Promise<Record<string, string>> {
    const { environmentId, publishableKey } = place.credentials;
    const owner = await this.stage.ownerHeaders(environmentId);
    return place.random.pick<Record<string, string>>([
      ...(owner ? [owner, owner] : []),
      ...(publishableKey ? [{ 'x-api-key': publishableKey }] : []),
      { 'x-api-key': 'server-x' },
    ]);
  }
}

/** No root field was answered. */
function isRefusal({ text, status }: FuzzAnswer): boolean {
  const { data, errors } = (parsed(text) ?? {}) as { data?: Json | null; errors?: unknown };
  if (status >= 400) return true;
  return errors !== undefined && Object.values(data ?? {}).every((told) => told === null);
}
