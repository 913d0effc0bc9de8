import { Injectable } from '@nestjs/common';
import {
  AutoCancellationRulesService,
  ProductRetirementService,
  ProductsService,
  type StoredProduct,
  type UpdateProductBody,
} from '#modules/catalog/products';
import type { ObjectChange } from '../domain/catalog-object';
import {
  plansOfSettings,
  productForm,
  usualCutoff,
  usualSettings,
  type ProductDocument,
} from '../domain/product-form';
import {
  patchOf,
  saysNothing,
  type CatalogPart,
  type PartObject,
  type Step,
  type Steps,
} from './catalog-part';

const changeable = { displayName: '', description: null, multipleSubscriptions: false, metadata: {} };
const unsaid: ProductDocument = { id: '', displayName: '' };
const noPlans = { subscriptionStartPlanId: null, downgradePlanId: null };

@Injectable()
export class ProductPart implements CatalogPart<ProductDocument> {
  readonly form = productForm;

  constructor(
    private readonly products: ProductsService,
    private readonly retirement: ProductRetirementService,
    private readonly rules: AutoCancellationRulesService,
  ) {}

  async read(hold: boolean): Promise<PartObject<ProductDocument>[]> {
    const stored = await this.products.everything(hold);
    const rules = await this.rules.everything();
    const targetsFrom = (uid: string) => rules.filter(({ sourceUid }) => sourceUid === uid);
    return stored.map((product) => ({
      object: told(
        product,
        targetsFrom(product.uid).map(({ targetId }) => targetId),
      ),
      isArchived: product.status === 'ARCHIVED',
    }));
  }

  /** Settings name plans and rules name products, so they come when those are there. */
  steps({ id, action, before, after }: ObjectChange<ProductDocument>): Steps {
    const letGo = this.lettingGo(before ?? unsaid, after ?? unsaid);
    const [had, has] = [targetsOf(before), targetsOf(after)];
    const unruled = this.ruled(id, without(had, has), 'delete');
    if (!after) return { CHANGE: [...letGo, ...unruled], RETIRE: [() => this.retirement.archive(id)] };
    const SETTLE = [
      ...this.settings(before ?? unsaid, after),
      ...this.ruled(id, without(has, had), 'create'),
    ];
    if (!before) return { MAKE: [() => this.make(after)], SETTLE };
    const patch = patchOf(before, after, changeable);
    const update = saysNothing(patch) ? [] : [() => this.products.update(id, patch)];
    return {
      MAKE: action === 'UNARCHIVE' ? [() => this.retirement.unarchive(id)] : [],
      CHANGE: [...letGo, ...unruled, ...update],
      SETTLE,
    };
  }

  private make({
    id,
    displayName,
    description,
    multipleSubscriptions,
    metadata,
  }: ProductDocument): Promise<unknown> {
    return this.products.create({ id, displayName, description, multipleSubscriptions, metadata });
  }

  /** A plan that settings rely on can neither leave nor change its type, so they let go of it first. Domain: catalog P4 */
  private lettingGo({ id, productSettings: had }: ProductDocument, after: ProductDocument): Step[] {
    const has = after.productSettings;
    const isLeft = plansOfSettings.some((name) => had?.[name] && had[name] !== has?.[name]);
    if (!isLeft) return [];
    const { subscriptionStartSetup, subscriptionEndSetup } = usualSettings;
    const without = { ...noPlans, subscriptionStartSetup, subscriptionEndSetup };
    const productSettings = { ...usualSettings, ...had, ...without };
    return [() => this.products.update(id, { productSettings } as UpdateProductBody)];
  }

  /** A PATCH of the settings is whole. */
  private settings(before: ProductDocument, after: ProductDocument): Step[] {
    const changed = patchOf(before, after, { productSettings: {}, usageResetCutoffRule: usualCutoff });
    if (saysNothing(changed)) return [];
    const { productSettings, usageResetCutoffRule } = changed;
    const settings = productSettings && { ...usualSettings, ...noPlans, ...productSettings };
    const patch = { productSettings: settings, usageResetCutoffRule } as UpdateProductBody;
    return [() => this.products.update(after.id, patch)];
  }

  private ruled(id: string, targets: readonly string[], verb: 'create' | 'delete'): Step[] {
    return targets.map(
      (targetProductId) => () =>
        verb === 'create'
          ? this.rules.create(id, { targetProductId })
          : this.rules.delete(id, targetProductId),
    );
  }
}

const targetsOf = (product: ProductDocument | null): string[] =>
  (product?.autoCancellationRules ?? []).map(({ targetProductId }) => targetProductId);

const without = (some: readonly string[], others: readonly string[]): string[] =>
  some.filter((each) => !others.includes(each));

function told(product: StoredProduct, targets: readonly string[]): ProductDocument {
  const { id, displayName, description, multipleSubscriptions, settings, usageResetCutoff, metadata } =
    product;
  return productForm.normal({
    ...{ id, displayName, description, multipleSubscriptions, metadata },
    productSettings: { ...settings },
    usageResetCutoffRule: { behavior: usageResetCutoff },
    autoCancellationRules: targets.map((targetProductId) => ({ targetProductId })),
  });
}
