import type { CatalogObject } from './catalog-object';
import { normalMetadata, lean, once } from './lean';
import { plainForm, type PartForm, type Reference } from './part-form';

/** How subscriptions of a product start and end. Domain: catalog P2 */
export interface ProductSettingsDocument {
  subscriptionStartSetup?: string;
  subscriptionStartPlanId?: string | null;
  subscriptionEndSetup?: string;
  downgradePlanId?: string | null;
  subscriptionCancellationTime?: string;
  prorateAtEndOfBillingPeriod?: boolean | null;
}

export interface ProductDocument extends CatalogObject {
  displayName: string;
  description?: string | null;
  multipleSubscriptions?: boolean;
  productSettings?: ProductSettingsDocument;
  usageResetCutoffRule?: { behavior: string };
  /** When a subscription on this product ends, those on the targets end with it. Domain: catalog P8 */
  autoCancellationRules?: { targetProductId: string }[];
  metadata?: Record<string, string> | null;
}

/** Domain: catalog P2, P3 */
export const usualSettings = {
  subscriptionStartSetup: 'PLAN_SELECTION',
  subscriptionEndSetup: 'CANCEL_SUBSCRIPTION',
  subscriptionCancellationTime: 'END_OF_BILLING_PERIOD',
  prorateAtEndOfBillingPeriod: false,
} as const;

export const plansOfSettings = ['subscriptionStartPlanId', 'downgradePlanId'] as const;

export const usualCutoff = { behavior: 'BILLING_PERIOD_CHANGE' } as const;

export const productForm: PartForm<ProductDocument> = {
  ...plainForm,
  part: 'products',
  kind: 'PRODUCT',
  resource: 'products',
  references: ({ autoCancellationRules = [], productSettings = {} }) => [
    ...autoCancellationRules.map(({ targetProductId: id }) => ({
      ...{ path: 'autoCancellationRules', id },
      part: 'products' as const,
    })),
    ...plansIn(productSettings),
  ],
  normal: ({ id, displayName, description, multipleSubscriptions, productSettings, ...rest }) =>
    lean<ProductDocument>(
      {
        ...{ id, displayName, description, multipleSubscriptions },
        productSettings: productSettings && normalSettings(productSettings),
        usageResetCutoffRule: rest.usageResetCutoffRule && { behavior: rest.usageResetCutoffRule.behavior },
        autoCancellationRules: normalRules(rest.autoCancellationRules),
        metadata: normalMetadata(rest.metadata),
      },
      { multipleSubscriptions: false, usageResetCutoffRule: usualCutoff },
    ),
};

const normalSettings = (given: ProductSettingsDocument): ProductSettingsDocument => {
  const { subscriptionStartSetup, subscriptionStartPlanId, subscriptionEndSetup, downgradePlanId } = given;
  const { subscriptionCancellationTime, prorateAtEndOfBillingPeriod } = given;
  const start = { subscriptionStartSetup, subscriptionStartPlanId };
  const end = {
    subscriptionEndSetup,
    downgradePlanId,
    subscriptionCancellationTime,
    prorateAtEndOfBillingPeriod,
  };
  return lean<ProductSettingsDocument>({ ...start, ...end }, usualSettings);
};

const normalRules = (given: ProductDocument['autoCancellationRules']): { targetProductId: string }[] =>
  (once(given?.map(({ targetProductId }) => targetProductId)) ?? [])
    .sort()
    .map((targetProductId) => ({ targetProductId }));

/** Domain: catalog P2 */
const plansIn = (settings: ProductSettingsDocument): Reference[] =>
  plansOfSettings.flatMap((name): Reference[] => {
    const id = settings[name];
    return id ? [{ path: `productSettings.${name}`, part: 'plans', id }] : [];
  });
