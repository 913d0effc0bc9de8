import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import type { TestApp } from './app';
import type { Json } from './catalog';
import type { ApiClient, GraphqlAnswer, RestAnswer } from './client';
import { consumptionBody, ledgerRows } from './credits';

const path = '/credits/consumption';
const mutation = `mutation($input: ConsumeCreditsInput!) { consumeCredits(input: $input) {
  amount currencyId customerId timestamp resourceId
  credit { currencyId currentUsage timestamp usageLimit usagePeriodEnd } } }`;
const asyncMutation = 'mutation($input: ConsumeCreditsAsyncInput!) { consumeCreditsAsync(input: $input) }';

type Refusal = [code: ErrorCode, message?: RegExp];

/** Consumption of credits through both doors, one by one and many together, and what all of them refuse. */
export class ConsumptionDoors {
  constructor(
    private readonly app: TestApp,
    private readonly api: ApiClient,
  ) {}

  /** By the clock of the application. */
  fromNow(ms: number): string {
    return new Date(this.app.clock.now().getTime() + ms).toISOString();
  }

  use = (body: Json, headers = {}): Promise<RestAnswer> => this.api.rest('POST', path, body, headers);

  useAll = (consumptions: Json[], headers = {}): Promise<RestAnswer> =>
    this.api.rest('POST', `${path}/async`, { consumptions }, headers);

  useByGraphql = (input: Json): Promise<GraphqlAnswer> => this.api.graphql(mutation, { input });

  useAllByGraphql = (consumptions: Json[]): Promise<GraphqlAnswer> =>
    this.api.graphql(asyncMutation, { input: { consumptions } });

  /** What the ledger says was taken. */
  async consumed(): Promise<string[]> {
    return (await ledgerRows(this.api)).filter((row) => row.startsWith('CONSUMED'));
  }

  /** One by one, as one of several, and both over GraphQL. */
  async refuse(more: Json, ...[code, message]: Refusal): Promise<void> {
    const body = consumptionBody(1, more);
    allRefuse([await this.use(body), await this.useByGraphql(body)], code, message);
    const several = [consumptionBody(1), body];
    const answers = [await this.useAll(several), await this.useAllByGraphql(several)];
    allRefuse(answers, code, /consumptions\[1\]/);
    allRefuse(answers, code, message);
    expect(await this.consumed()).toEqual([]);
  }
}

export function allRefuse(answers: readonly (RestAnswer | GraphqlAnswer)[], ...refusal: Refusal): void {
  for (const answer of answers) expect(answer).toRefuse(...refusal);
}
