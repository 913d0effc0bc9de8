import type { CurrencyCode } from '#libs/business/values/currency';
import { withoutAbsent } from '#libs/kernel/patch';
import { billingDay } from './billing-window';
import type { OwnTerms } from './line-state';

/** Terms of all lines. What is absent stays, null clears. Domain: contracts-billing S1 */
export interface TermsRequest {
  activationStartDate?: Date | null;
  activationEndDate?: Date | null;
  currency?: CurrencyCode;
  /** Days from issue to due. */
  netTerms?: number | null;
}

/** What each line keeps of them: of an instant its day. */
export const ownTermsOf = ({
  activationStartDate: start,
  activationEndDate: end,
  netTerms,
}: TermsRequest): Partial<OwnTerms> =>
  withoutAbsent({
    activationStartDate: start && billingDay(start),
    activationEndDate: end && billingDay(end),
    netTerms,
  });
