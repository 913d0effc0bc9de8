import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import type { TestApp } from './app';
import type { Json } from './catalog';
import type { ApiClient, GraphqlAnswer, RestAnswer } from './client';
import { grantBody, grantsOf } from './credits';
import { everyField } from './graphql-selection';

const path = '/credits/grants';
const hourMs = 3_600_000;

type Refusal = [code: ErrorCode, message?: RegExp];

/** Credit grants through both doors, and what both refuse. */
export class GrantDoors {
  constructor(
    private readonly app: TestApp,
    private readonly api: ApiClient,
  ) {}

  /** By the clock of the application. */
  inHours(hours: number): string {
    return new Date(this.app.clock.now().getTime() + hours * hourMs).toISOString();
  }

  give = (more: Json = {}, headers = {}): Promise<RestAnswer> =>
    this.api.rest('POST', path, grantBody(more), headers);

  change = (id: unknown, body: Json, headers = {}): Promise<RestAnswer> =>
    this.api.rest('PATCH', `${path}/${String(id)}`, body, headers);

  void = (id: unknown): Promise<RestAnswer> => this.api.rest('POST', `${path}/${String(id)}/void`);

  giveByGraphql = (more: Json = {}): Promise<GraphqlAnswer> =>
    this.mutate('$input: CreateCreditGrantInput!', 'createCreditGrant(input: $input)', {
      input: grantBody(more),
    });

  changeByGraphql = (id: unknown, input: Json): Promise<GraphqlAnswer> =>
    this.mutate(
      '$id: String!, $input: UpdateCreditGrantInput!',
      'updateCreditGrant(id: $id, input: $input)',
      {
        id,
        input,
      },
    );

  voidByGraphql = (id: unknown): Promise<GraphqlAnswer> =>
    this.mutate('$id: String!', 'voidCreditGrant(id: $id)', { id });

  /** As its list tells it. */
  async told(id: unknown): Promise<Json> {
    const found = (await grantsOf(this.api)).find((each) => each['id'] === id);
    if (!found) throw new Error(`no grant ${String(id)} in the list`);
    return found;
  }

  async refuseToGive(more: Json, ...refusal: Refusal): Promise<void> {
    const before = await this.api.rest('GET', `${path}?customerId=c`);
    bothRefuse([await this.give(more), await this.giveByGraphql(more)], refusal);
    expect((await this.api.rest('GET', `${path}?customerId=c`)).text).toBe(before.text);
  }

  async refuseToChange(id: unknown, body: Json, ...refusal: Refusal): Promise<void> {
    bothRefuse([await this.change(id, body), await this.changeByGraphql(id, body)], refusal);
  }

  async refuseToVoid(id: unknown, ...refusal: Refusal): Promise<void> {
    bothRefuse([await this.void(id), await this.voidByGraphql(id)], refusal);
  }

  private mutate(parameters: string, field: string, variables: Json): Promise<GraphqlAnswer> {
    const document = `mutation(${parameters}) { ${field} ${everyField(this.app, 'CreditGrant')} }`;
    return this.api.graphql(document, variables);
  }
}

function bothRefuse(answers: readonly (RestAnswer | GraphqlAnswer)[], refusal: Refusal): void {
  for (const answer of answers) expect(answer).toRefuse(...refusal);
}
