import { Injectable } from '@nestjs/common';
import { flatPriceOf } from '#libs/business/values/flat-price';
import { Clock } from '#libs/kernel/clock';
import { mapInTurns } from '#libs/kernel/turns';
import {
  PromotionCodesService,
  type CreatePromotionCodeBody,
  type StoredPromotionCode,
} from '#modules/customers/promotion-codes';
import type { ObjectChange } from '../domain/catalog-object';
import { promotionCodeForm, type PromotionCodeDocument } from '../domain/promotion-code-form';
import { patchOf, type CatalogPart, type PartObject, type Steps } from './catalog-part';

const limits = { expiresAt: null, firstPurchaseOnly: false, maxRedemptions: null, minimumAmount: null };
const changeable = { ...limits, metadata: {} };

@Injectable()
export class PromotionCodePart implements CatalogPart<PromotionCodeDocument> {
  readonly form = promotionCodeForm;

  constructor(
    private readonly codes: PromotionCodesService,
    private readonly clock: Clock,
  ) {}

  async read(hold: boolean): Promise<PartObject<PromotionCodeDocument>[]> {
    const stored = await this.codes.everything(hold);
    const forAll = stored.filter(({ customerId }) => customerId === null);
    const now = this.clock.now();
    return mapInTurns(forAll, (code) => ({
      object: told(code),
      isArchived: code.status === 'ARCHIVED',
      isOver: code.isOver(now),
    }));
  }

  steps({ id, before, after }: ObjectChange<PromotionCodeDocument>): Steps {
    if (!after) return { RETIRE: [() => this.codes.archive(id)] };
    if (!before) return { MAKE: [() => this.codes.create(timed(after) as CreatePromotionCodeBody)] };
    return { CHANGE: [() => this.codes.update(id, timed(patchOf(before, after, changeable)))] };
  }
}

/** The door takes an instant where the document has its text. */
const timed = <B extends { expiresAt?: unknown }>(body: B): B =>
  typeof body.expiresAt === 'string' ? { ...body, expiresAt: new Date(body.expiresAt) } : body;

function told(code: StoredPromotionCode): PromotionCodeDocument {
  const { id, couponId, expiresAt, firstPurchaseOnly, maxRedemptions, minimumAmount, metadata } = code;
  const told = { id, couponId, expiresAt, firstPurchaseOnly, maxRedemptions, metadata };
  return promotionCodeForm.normal({ ...told, minimumAmount: minimumAmount && flatPriceOf(minimumAmount) });
}
