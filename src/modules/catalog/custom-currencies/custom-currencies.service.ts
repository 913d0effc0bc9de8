import { one, page, list } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { eachPlaced, type Placed } from '#libs/kernel/errors/placed';
import { newMetadata } from '#libs/kernel/metadata';
import { mapPage, type Page, pageRequestOf, placedAt } from '#libs/kernel/page';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { Extensions, Survey } from '#libs/messaging/extensions';
import type {
  CreateCustomCurrencyBody,
  ListCustomCurrenciesQuery,
  UpdateCustomCurrencyBody,
} from './custom-currencies.inputs';
import { CustomCurrenciesRepository } from './custom-currencies.repository';
import { CustomCurrency, ListCustomCurrencyUsagesData } from './custom-currencies.views';
import { requireUnused, type CurrencyUse } from './domain/currency-use';
import { CustomCurrency as StoredCurrency, requireRoomForCurrency } from './domain/custom-currency';

/** What is on sale and refers to the currency? It keeps the currency from being archived (credits Y2). */
export const currencyUses = new Survey<{ currency: StoredCurrency }, CurrencyUse>('custom-currency.uses');

@Injectable()
export class CustomCurrenciesService {
  private readonly changes: Changes<StoredCurrency, CustomCurrency>;

  constructor(
    private readonly currencies: CustomCurrenciesRepository,
    private readonly extensions: Extensions,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(currencies, {
      entity: 'CREDIT',
      noun: 'credit_type',
      view: CustomCurrency.from,
      payload: (creditType) => ({ creditType }),
    });
  }

  /** @throws TooManyCustomCurrencies past 50 active ones (credits Y3), DuplicatedEntityNotAllowed, InvalidMetadataError */
  @UseCase('createCustomCurrency', {
    needs: 'credits:write',
    answers: one(CustomCurrency),
    summary: 'Create a custom currency.',
  })
  async create(body: CreateCustomCurrencyBody): Promise<CustomCurrency> {
    const { id, displayName, description = null, symbol = null, units = null } = body;
    requireRoomForCurrency(await this.currencies.countActiveAlone());
    const metadata = newMetadata(body.metadata);
    const given = { id, displayName, description, symbol, units, metadata };
    return this.changes.create(StoredCurrency.create(given, this.clock.now()));
  }

  /** Active ones unless others are asked for. Domain: credits Y3 */
  @UseCase('listCustomCurrencies', {
    needs: 'credits:read',
    opens: 'PUBLIC',
    answers: page(CustomCurrency),
    summary: 'List custom currencies, newest first.',
  })
  async list(query: ListCustomCurrenciesQuery): Promise<Page<CustomCurrency>> {
    const page = await this.currencies.list(pageRequestOf(query), query.status ?? ['ACTIVE']);
    const archived = page.items.filter(({ archivedAt }) => archivedAt !== null).map(({ id }) => id);
    const shared = archived.length > 0 ? await this.currencies.sharedIds(archived) : new Set();
    return mapPage(page, (currency) => {
      const view = CustomCurrency.from(currency);
      return currency.archivedAt && shared.has(currency.id) ? placedAt(view, currency.uid) : view;
    });
  }

  /** @throws CustomCurrencyNotFound, EntityIsArchivedError, InvalidMetadataError */
  @UseCase('updateCustomCurrency', {
    needs: 'credits:write',
    answers: one(CustomCurrency),
    summary: 'Change a custom currency.',
  })
  async update(id: string, body: UpdateCustomCurrencyBody): Promise<CustomCurrency> {
    return this.changes.apply(id, 'updated', (currency) => currency.change(body));
  }

  /** @throws CustomCurrencyNotFound, EntityIsArchivedError, IntegrityViolation while anything on sale refers to it (credits Y2) */
  @UseCase('archiveCustomCurrency', {
    needs: 'credits:write',
    answers: one(CustomCurrency),
    summary: 'Archive a custom currency that nothing on sale refers to.',
  })
  async archive(id: string): Promise<CustomCurrency> {
    return this.changes.apply(id, 'archived', async (currency) => {
      currency.archive(this.clock.now());
      requireUnused(id, await this.usesOf(currency));
    });
  }

  /**
   * Of several archived ones with this id the one archived last.
   * @throws CustomCurrencyNotFound, BadUserInput when none is archived, TooManyCustomCurrencies,
   *   DuplicatedEntityNotAllowed when another active one has the id (credits Y2)
   */
  @UseCase('unarchiveCustomCurrency', {
    needs: 'credits:write',
    answers: one(CustomCurrency),
    summary: 'Bring an archived custom currency back.',
  })
  async unarchive(id: string): Promise<CustomCurrency> {
    const active = await this.currencies.countActiveAlone();
    const currency = await this.currencies.lockArchivedOrThrow(id);
    return this.changes.apply(currency, 'unarchived', () => {
      currency.unarchive();
      requireRoomForCurrency(active);
    });
  }

  /** What is on sale and refers to it, whole. @throws CustomCurrencyNotFound */
  @UseCase('listCustomCurrencyUsages', {
    needs: 'credits:read',
    answers: list(ListCustomCurrencyUsagesData),
    summary: 'List what is on sale and refers to a custom currency.',
  })
  async uses(id: string): Promise<ListCustomCurrencyUsagesData[]> {
    const uses = await this.usesOf(await this.currencies.getOrThrow(id));
    return uses.map(ListCustomCurrencyUsagesData.from);
  }

  /** The currencies of these ids. @throws CustomCurrencyNotFound naming the first unknown one */
  @Within()
  async findAll(ids: readonly string[]): Promise<Map<string, StoredCurrency>> {
    return this.findPlaced(ids.map((asked) => ({ asked })));
  }

  /** Those that a batch names. @throws CustomCurrencyNotFound at the first element that names an unknown one */
  @Within()
  async findPlaced(named: readonly Placed<string>[]): Promise<Map<string, StoredCurrency>> {
    const found = await this.currencies.findMany([...new Set(named.map(({ asked }) => asked))]);
    await eachPlaced(named, (id) => {
      if (found.has(id)) return;
      throw new DomainError('CustomCurrencyNotFound', `Custom currency ${id} was not found`);
    });
    return found;
  }

  /** All of the environment, archived ones too. @param hold against other writers until the end of the unit of work */
  @Within()
  everything(hold: boolean): Promise<StoredCurrency[]> {
    return this.currencies.everything(hold);
  }

  @Within()
  byUids(uids: readonly string[]): Promise<Map<string, StoredCurrency>> {
    return this.currencies.findByUids(uids);
  }

  /** None of them is changed or archived until this unit of work ends. @returns them by uid */
  @Within()
  hold(uids: readonly string[]): Promise<Map<string, StoredCurrency>> {
    return this.currencies.hold(uids);
  }

  private async usesOf(currency: StoredCurrency): Promise<CurrencyUse[]> {
    return [...(await this.extensions.survey(currencyUses, { currency }))];
  }
}
