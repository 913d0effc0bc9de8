import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { EntitlementsService } from '#modules/entitlements/entitlements';
import type { OtherProcess, TestApp } from './app';
import { check } from './catalog';
import { expectOk, type ApiClient } from './client';
import { withinGroupedUseCase } from './within';

const asJson = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));
const textOf = (query: object): string => new URLSearchParams(query as Record<string, string>).toString();

/** What two processes answer, which hold what they may, is what the tables say in a transaction, where nothing held is used. */
export class MemoryAndTables {
  constructor(
    private readonly app: TestApp,
    private readonly other: OtherProcess,
  ) {}

  async check(customerId: string, query: Parameters<EntitlementsService['check']>[1]): Promise<void> {
    const answers = await this.answersOf((api) => check(api, customerId, textOf(query)));
    const expected = await this.fromTables(async (service) => service.check(customerId, query));
    for (const answer of answers) expect({ query, answer }).toEqual({ query, answer: expected });
  }

  async list(customerId: string, resourceId?: string): Promise<void> {
    const path = `/customers/${customerId}/entitlements?${textOf(resourceId ? { resourceId } : {})}`;
    const answers = await this.answersOf((api) => expectOk(api.rest('GET', path)));
    const expected = await this.fromTables((service) =>
      service.effectiveEntitlements(customerId, resourceId ?? null),
    );
    for (const answer of answers) expect(answer).toEqual(expected);
  }

  /** Before the tables are read: who asks carries out what fell due, but not in a transaction, and an answer tells when. Domain: entitlements-usage G9 */
  private async answersOf(ask: (api: ApiClient) => Promise<unknown>): Promise<unknown[]> {
    const answers: unknown[] = [];
    for (const { api } of [this.app.a, this.other]) answers.push(await ask(api));
    return answers;
  }

  private async fromTables(work: (service: EntitlementsService) => Promise<object>): Promise<unknown> {
    const { nest, a } = this.app;
    const ask = () => nest.get(UnitOfWork).rehearse(() => work(nest.get(EntitlementsService)));
    return asJson(await withinGroupedUseCase(a, ask));
  }
}
