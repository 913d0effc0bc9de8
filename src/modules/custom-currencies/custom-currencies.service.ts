import { Injectable } from '@nestjs/common';
import { UseCase, Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { newMetadata } from '#libs/kernel/metadata';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import { Outbox } from '#libs/messaging/outbox';
import type { CreateCustomCurrencyBody, ListCustomCurrenciesQuery } from './custom-currencies.inputs';
import { CustomCurrenciesRepository } from './custom-currencies.repository';
import { CustomCurrency } from './custom-currencies.views';
import { CustomCurrency as StoredCurrency, requireRoomForCurrency } from './domain/custom-currency';

@Injectable()
export class CustomCurrenciesService {
  constructor(
    private readonly currencies: CustomCurrenciesRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @throws TooManyCustomCurrencies past 50 active ones (Y3), DuplicatedEntityNotAllowed, InvalidMetadataError */
  @UseCase('createCustomCurrency', { needs: 'credits:write' })
  async create(body: CreateCustomCurrencyBody): Promise<CustomCurrency> {
    const { id, displayName, description, symbol, units = null } = body;
    requireRoomForCurrency(await this.currencies.countActiveAlone());
    const texts = { description: description || null, symbol: symbol || null };
    const metadata = newMetadata(body.metadata);
    const now = this.clock.now();
    const currency = StoredCurrency.create({ id, displayName, ...texts, units, metadata }, now);
    await this.currencies.insert(currency);
    const view = CustomCurrency.from(currency);
    this.outbox.record({
      type: 'credit_type.created',
      entityType: 'CREDIT',
      entityId: id,
      payload: { customCurrency: view },
    });
    return view;
  }

  /** Active ones unless others are asked for. Domain: credits Y3 */
  @UseCase('listCustomCurrencies', { needs: 'credits:read' })
  async list(query: ListCustomCurrenciesQuery): Promise<Page<CustomCurrency>> {
    const page = await this.currencies.list(pageRequestOf(query), query.status ?? ['ACTIVE']);
    return mapPage(page, CustomCurrency.from);
  }

  /** The currencies of these ids. @throws CustomCurrencyNotFound naming the first unknown one */
  @Within()
  async findAll(ids: readonly string[]): Promise<Map<string, StoredCurrency>> {
    const found = await this.currencies.findMany(ids);
    const unknown = ids.find((id) => !found.has(id));
    if (unknown === undefined) return found;
    throw new DomainError('CustomCurrencyNotFound', `Custom currency ${unknown} was not found`);
  }

  @Within()
  byUids(uids: readonly string[]): Promise<Map<string, StoredCurrency>> {
    return this.currencies.findByUids(uids);
  }
}
