import { wholeList, one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { Remembered } from '#libs/context/remembered';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { Vetoes } from '#libs/messaging/extensions';
import type { CreateAutoCancellationRuleBody } from './auto-cancellation-rules.inputs';
import { AutoCancellationRulesRepository } from './auto-cancellation-rules.repository';
import { AutoCancellationRule } from './auto-cancellation-rules.views';
import { AutoCancellationRule as StoredRule } from './domain/auto-cancellation-rule';
import type { Product as StoredProduct } from './domain/product';
import { productArchival } from './product-retirement.service';
import { ProductsRepository } from './products.repository';
import { multipleSubscriptionsToggle } from './products.service';

/** Which products end together. Domain: catalog P8 */
@Injectable()
export class AutoCancellationRulesService {
  private readonly record: ChangeRecord<StoredRule>;

  constructor(
    private readonly products: ProductsRepository,
    private readonly rules: AutoCancellationRulesRepository,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf({
      entity: 'PRODUCT',
      noun: 'product',
      picture: AutoCancellationRule.from,
      idOf: ({ sourceId }) => sourceId,
    });
  }

  /** Those of which the product is the source, newest first. @throws ProductNotFoundError */
  @UseCase('listAutoCancellationRules', {
    needs: 'products:read',
    answers: wholeList(AutoCancellationRule),
    summary: 'List the products that end with this one, the newest rule first.',
  })
  async list(productId: string): Promise<AutoCancellationRule[]> {
    const { uid } = await this.products.getOrThrow(productId);
    return (await this.rules.ofSource(uid)).map(AutoCancellationRule.from);
  }

  /**
   * @throws ProductNotFoundError for either product, EntityIsArchivedError, InvalidArgumentError,
   *   MultiSubscriptionCantBeAutoCancellationSourceError, SingleSubscriptionCantBeAutoCancellationTargetError,
   *   DuplicatedEntityNotAllowed
   */
  @UseCase('createAutoCancellationRule', {
    needs: 'products:write',
    answers: one(AutoCancellationRule),
    summary: 'Let the subscriptions on another product end with those on this one.',
  })
  async create(
    productId: string,
    { targetProductId }: CreateAutoCancellationRuleBody,
  ): Promise<AutoCancellationRule> {
    const [source, target] = await this.lockBoth(productId, targetProductId);
    const rule = StoredRule.between(source, target, this.clock.now());
    await this.rules.insert(rule);
    this.record.add('auto_cancellation_rule_created', null, rule);
    return AutoCancellationRule.from(rule);
  }

  /** @throws ProductNotFoundError, also where the source has no rule for that target; EntityIsArchivedError */
  @UseCase('deleteAutoCancellationRule', {
    needs: 'products:write',
    answers: one(AutoCancellationRule),
    summary: 'Let the two products end apart again.',
  })
  async delete(productId: string, targetProductId: string): Promise<AutoCancellationRule> {
    const source = await this.products.lockOrThrow(productId);
    source.requireLive();
    const rule = await this.rules.between(source.uid, targetProductId);
    if (!rule) {
      const message = `Product ${productId} has no auto-cancellation rule for product ${targetProductId}`;
      throw new DomainError('ProductNotFoundError', message);
    }
    await this.rules.remove(rule);
    this.record.add('auto_cancellation_rule_deleted', rule, null);
    return AutoCancellationRule.from(rule);
  }

  /** Uids of the products whose subscriptions end with those on this one. */
  @Within()
  @Remembered()
  async targetsOf(productUid: string): Promise<string[]> {
    return (await this.rules.ofSource(productUid)).map(({ targetUid }) => targetUid);
  }

  /** All of the environment. */
  @Within()
  everything(): Promise<StoredRule[]> {
    return this.rules.everything();
  }

  /** In the order of their ids, so that two rules in opposite directions do not wait for each other. */
  private async lockBoth(sourceId: string, targetId: string): Promise<[StoredProduct, StoredProduct]> {
    // The product of the path is missed before the one of the body.
    await this.products.getOrThrow(sourceId);
    const locked = new Map<string, StoredProduct>();
    for (const id of [sourceId, targetId].sort()) locked.set(id, await this.products.lockOrThrow(id));
    return [locked.get(sourceId) as StoredProduct, locked.get(targetId) as StoredProduct];
  }

  /** A rule stays true as long as it stands. @throws IntegrityViolation. Domain: catalog P5, P8 */
  @Vetoes(multipleSubscriptionsToggle)
  async refuseToggle({ product }: typeof multipleSubscriptionsToggle.facts): Promise<void> {
    const rules = await this.rules.touching(product.uid);
    if (rules.length === 0) return;
    const others = rules.map((rule) => rule.otherThan(product.uid)).join(', ');
    const message = `multipleSubscriptions: product ${product.id} stands in auto-cancellation rules with ${others}`;
    throw new DomainError('IntegrityViolation', `${message}; delete them first`);
  }

  /** @throws CannotArchiveProductError. Domain: catalog P6 */
  @Vetoes(productArchival)
  async refuseArchival({ product }: typeof productArchival.facts): Promise<void> {
    const rules = await this.rules.inForceOn(product.uid);
    if (rules.length === 0) return;
    const sources = rules.map(({ sourceId }) => sourceId).join(', ');
    const message = `Product ${product.id} is the target of auto-cancellation rules of ${sources}`;
    throw new DomainError('CannotArchiveProductError', `${message}; delete them first`);
  }
}
