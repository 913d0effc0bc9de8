import { Injectable } from '@nestjs/common';
import { customerBuckets } from '#libs/business/values/customer-buckets';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { placedIn } from '#libs/kernel/errors/placed';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { list, one, page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import { EntitlementsService } from '#modules/entitlements/entitlements';
import {
  PromotionalEntitlement as StoredPromotion,
  type PromotedValue,
} from './domain/promotional-entitlement';
import { grantedSource, revokedSource } from './domain/promotion-source';
import { PromotedFeatures, type PromotedFeature } from './promoted-features.service';
import { PromotionExpiry, toldAsPromotion, type PromotionState } from './promotion-expiry.service';
import type {
  GrantPromotionalEntitlementsBody,
  ListPromotionalEntitlementsQuery,
} from './promotional-entitlements.inputs';
import { PromotionalEntitlementsRepository } from './promotional-entitlements.repository';
import { PromotionalEntitlement } from './promotional-entitlements.views';

/** What was granted, and what it replaces. */
interface Granted {
  before: StoredPromotion | null;
  after: StoredPromotion;
}

const isPaused = ({ archivedAt }: StoredCustomer): boolean => archivedAt !== null;

@Injectable()
export class PromotionalEntitlementsService {
  private readonly record: ChangeRecord<PromotionState>;

  constructor(
    private readonly promotions: PromotionalEntitlementsRepository,
    private readonly promoted: PromotedFeatures,
    private readonly expiry: PromotionExpiry,
    private readonly customers: CustomersService,
    private readonly entitlements: EntitlementsService,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf(toldAsPromotion);
  }

  /**
   * All or none; a refusal tells which element. What the customer has of a feature is replaced. Domain: entitlements-usage M1–M3
   * @throws CustomerNotFound, FeatureNotFound, EntityIsArchivedError for an archived customer or feature,
   *   DuplicatedEntityNotAllowed for a feature that stands twice in the request, InvalidArgumentError, BadUserInput,
   *   InvalidEntitlementResetPeriod, EntitlementUsageOutOfRangeError
   */
  @UseCase('grantPromotionalEntitlements', {
    needs: 'promotionalEntitlements:write',
    answers: list(PromotionalEntitlement),
    summary: 'Give a customer features outside any subscription, in place of those given before.',
    touches: customerBuckets,
  })
  async grant(
    customerId: string,
    { promotionalEntitlements }: GrantPromotionalEntitlementsBody,
  ): Promise<PromotionalEntitlement[]> {
    // The customer's row orders all that is granted and revoked, so that each decides on what the one before left.
    const customer = await this.customers.lockOrThrow(customerId);
    customer.requireLive();
    const now = this.clock.now();
    const asked = await this.promoted.read(placedIn('promotionalEntitlements', promotionalEntitlements), now);
    const granted = await this.replace(customer, asked, now);
    for (const { after } of granted) await this.entitlements.declare(grantedSource(after));
    return granted.map(({ before, after: promotion }) => {
      const former = before && { promotion: before, status: 'Active' as const };
      this.record.add(before ? 'updated' : 'granted', former, { promotion, status: 'Active' });
      return PromotionalEntitlement.from(promotion, 'Active');
    });
  }

  /** Those that are over too. @throws CustomerNotFound */
  @UseCase('listPromotionalEntitlements', {
    needs: 'promotionalEntitlements:read',
    answers: page(PromotionalEntitlement),
    summary: 'List what a customer was given outside its subscriptions, newest first.',
  })
  async list(
    customerId: string,
    query: ListPromotionalEntitlementsQuery,
  ): Promise<Page<PromotionalEntitlement>> {
    const customer = await this.customers.getOrThrow(customerId);
    const { status, createdAt } = query;
    const paused = { isPaused: isPaused(customer) };
    const filter = { customerUid: customer.uid, ...paused, status, createdAt };
    const now = this.clock.now();
    const found = await this.promotions.list(pageRequestOf(query), filter, now);
    return mapPage(found, (each) => PromotionalEntitlement.from(each, each.status(paused, now)));
  }

  /**
   * At once, and for good; one that waits for its archived customer too. Answers it as it was.
   * @param featureId its id, or its key as answers tell it
   * @throws CustomerNotFound, PromotionalEntitlementNotFoundError. Domain: entitlements-usage M3
   */
  @UseCase('revokePromotionalEntitlement', {
    needs: 'promotionalEntitlements:write',
    answers: one(PromotionalEntitlement),
    summary: 'Take back what a customer was given of a feature.',
    touches: customerBuckets,
  })
  async revoke(customerId: string, featureId: string): Promise<PromotionalEntitlement> {
    const customer = await this.customers.lockOrThrow(customerId);
    const now = this.clock.now();
    const promotion = await this.promotions.holdNamed(customer.uid, featureId);
    if (!promotion || promotion.isOver(now)) {
      const message = `Customer ${customerId} has no active promotional entitlement for feature ${featureId}`;
      throw new DomainError('PromotionalEntitlementNotFoundError', message);
    }
    await this.promotions.remove(promotion);
    await this.entitlements.declare(revokedSource(promotion, now));
    const status = promotion.status({ isPaused: isPaused(customer) }, now);
    this.record.add('revoked', { promotion, status }, null);
    return PromotionalEntitlement.from(promotion, status);
  }

  private async replace(
    customer: StoredCustomer,
    asked: readonly PromotedFeature[],
    now: Date,
  ): Promise<Granted[]> {
    const featureUids = asked.map(({ feature }) => feature.uid);
    const running = await this.promotions.holdRunning(customer.uid, featureUids);
    const over = [...running.values()].filter((each) => each.isOver(now));
    // Nobody has noted their end yet, and what follows is no change of them.
    await this.expiry.note(over, now);
    for (const { featureUid } of over) running.delete(featureUid);
    const granted = asked.map(({ feature, value }): Granted => {
      const promotion = running.get(feature.uid);
      return promotion
        ? { before: replaced(promotion, value, now), after: promotion }
        : { before: null, after: StoredPromotion.grant(customer, feature, value, now) };
    });
    await this.promotions.insertAll(granted.filter(({ before }) => !before).map(({ after }) => after));
    const changed = granted.filter(({ before }) => before).map(({ after }) => after);
    await this.promotions.saveAll(changed, now);
    return granted;
  }
}

/** @returns what it was */
function replaced(promotion: StoredPromotion, value: PromotedValue, now: Date): StoredPromotion {
  const before = copyOf(promotion);
  promotion.replace(value, now);
  return before;
}
