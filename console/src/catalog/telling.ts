import { tellMoney, tellName, tellNumber } from '~/parts/amounts';
import type { Charge, Entitlement } from './package-reads';

/** What a package grants of a feature or of credits, in a few words. */
export function tellEntitlement(of: Entitlement): string {
  if (!of.isGranted) return 'Not granted';
  const soft = of.hasSoftLimit ? ', soft' : '';
  if (of.type === 'CREDIT')
    return `${tellNumber(of.amount)} ${of.cadence ? `each ${of.cadence.toLowerCase()}` : 'once'}${soft}`;
  if (of.hasUnlimitedUsage) return 'Unlimited';
  if (of.enumValues && of.enumValues.length > 0) return of.enumValues.join(', ');
  if (of.usageLimit === null) return 'Yes';
  return `${tellNumber(of.usageLimit)}${of.resetPeriod ? ` each ${of.resetPeriod.toLowerCase()}` : ''}${soft}`;
}

/** How it stands against what another source grants. */
export const tellBehavior = ({ behavior }: Entitlement): string =>
  behavior === 'Override' ? 'Overrides' : 'Adds';

const each = { MONTHLY: 'month', ANNUALLY: 'year' };

/** A price, in a few words: `USD 49 each month`. */
export function tellCharge(of: Charge): string {
  const { billingModel: model, billingCadence, billingPeriod, price, tiers, creditRate, blockSize } = of;
  const often = billingCadence === 'ONE_OFF' ? 'once' : `each ${each[billingPeriod]}`;
  const unit =
    model === 'FLAT_FEE' || model === 'MINIMUM_SPEND'
      ? ''
      : ` for ${blockSize && blockSize > 1 ? `${tellNumber(blockSize)} units` : 'a unit'}`;
  if (creditRate) return `${tellNumber(creditRate.amount)} ${creditRate.currencyId}${unit}`;
  if (tiers && tiers.length > 0)
    return `${tiers.length} tiers, ${tellName(of.tiersMode ?? 'VOLUME').toLowerCase()}, ${often}`;
  return price ? `${tellMoney(price.amount, price.currency)}${unit} ${often}` : often;
}

/** What a price is for. */
export function tellChargeName(of: Charge): string {
  const about = of.featureId ?? of.currencyId ?? of.topUpCustomCurrencyId;
  return about ? `${tellName(of.billingModel)}: ${about}` : tellName(of.billingModel);
}
