/** An id in the CRM as a request says it: of absence nothing is said, `''` takes it away as null does. Domain: customers-subscriptions D1 */
export const crmLinkAsked = (asked: string | null | undefined): string | null | undefined =>
  asked === undefined ? undefined : asked || null;

/** Of what takes the place of another one: that one's, unless it has its own. Domain: customers-subscriptions V1 */
export const crmLinkAfter = (
  own: string | null | undefined,
  former: { salesforceId: string | null } | null | undefined,
): string | null => own ?? former?.salesforceId ?? null;
