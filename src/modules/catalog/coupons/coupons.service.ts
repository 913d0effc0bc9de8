import { one, page } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { newMetadata } from '#libs/kernel/metadata';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import type { CreateCouponBody, ListCouponsQuery, UpdateCouponBody } from './coupons.inputs';
import { CouponsRepository } from './coupons.repository';
import { Coupon } from './coupons.views';
import { Coupon as StoredCoupon } from './domain/coupon';
import { adHocCoupon, type AdHocDiscount } from './domain/ad-hoc-coupon';
import { discountOf } from './domain/discount';

@Injectable()
export class CouponsService {
  private readonly changes: Changes<StoredCoupon, Coupon>;

  constructor(
    private readonly coupons: CouponsRepository,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(coupons, {
      entity: 'COUPON',
      noun: 'coupon',
      view: Coupon.from,
      payload: (coupon) => ({ coupon }),
    });
  }

  /** @throws DuplicatedEntityNotAllowed, AmountTooLarge, InvalidMetadataError; BadUserInput for a discount that is none (customers-subscriptions N1) */
  @UseCase('createCoupon', { needs: 'coupons:write', answers: one(Coupon), summary: 'Create a coupon.' })
  async create(body: CreateCouponBody): Promise<Coupon> {
    const { id, name, description = null, durationInMonths = null } = body;
    const { percentOff = null, amountsOff = null } = body;
    const discount = discountOf({ percentOff, amountsOff });
    const metadata = newMetadata(body.metadata);
    const source = 'SERVICE' as const;
    const given = { id, name, description, discount, durationInMonths, metadata, source };
    const coupon = StoredCoupon.create(given, this.clock.now());
    return this.changes.create(coupon);
  }

  @UseCase('listCoupons', {
    needs: 'coupons:read',
    answers: page(Coupon),
    summary: 'List coupons, newest first.',
  })
  async list(query: ListCouponsQuery): Promise<Page<Coupon>> {
    const { id: ids, status, type: types, createdAt } = query;
    const page = await this.coupons.list(pageRequestOf(query), { ids, status, types, createdAt });
    return mapPage(page, Coupon.from);
  }

  /** @throws CouponNotFound */
  @UseCase('getCoupon', { needs: 'coupons:read', answers: one(Coupon), summary: 'Get a coupon.' })
  async get(id: string): Promise<Coupon> {
    return this.changes.get(id);
  }

  /** @throws CouponNotFound, EntityIsArchivedError, InvalidMetadataError */
  @UseCase('updateCoupon', {
    needs: 'coupons:write',
    answers: one(Coupon),
    summary: 'Change the words of a coupon.',
  })
  async update(id: string, body: UpdateCouponBody): Promise<Coupon> {
    return this.changes.apply(id, 'updated', (coupon) => coupon.change(body));
  }

  /** Nothing new is given by it; who has it keeps it. @throws CouponNotFound, EntityIsArchivedError (customers-subscriptions N1) */
  @UseCase('archiveCoupon', {
    needs: 'coupons:write',
    answers: one(Coupon),
    summary: 'Archive a coupon; who has it keeps it.',
  })
  async archive(id: string): Promise<Coupon> {
    return this.changes.apply(id, 'archived', (coupon) => coupon.archive());
  }

  /**
   * Made for one subscription, and listed nowhere. Domain: customers-subscriptions N3
   * @throws BadUserInput, AmountTooLarge
   */
  @Within()
  async makeAdHoc(asked: AdHocDiscount): Promise<StoredCoupon> {
    const coupon = StoredCoupon.create(adHocCoupon(asked), this.clock.now());
    await this.changes.create(coupon);
    return coupon;
  }

  /** The coupon, to be given to somebody. @throws CouponNotFound, ArchivedCouponCantBeApplied, BadUserInput */
  @Within()
  async usable(id: string): Promise<StoredCoupon> {
    const coupon = await this.coupons.getOrThrow(id);
    coupon.requireApplicable();
    return coupon;
  }

  /** All of the environment, archived ones too. @param hold against other writers until the end of the unit of work */
  @Within()
  everything(hold: boolean): Promise<StoredCoupon[]> {
    return this.coupons.everything(hold);
  }

  @Within()
  async byUid(uid: string): Promise<StoredCoupon> {
    return (await this.coupons.findByUids([uid])).get(uid) as StoredCoupon;
  }
}
