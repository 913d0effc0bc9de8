/** Spec: cancellationAction */
export type CancellationAction = 'DEFAULT' | 'REVOKE_ENTITLEMENTS';

/** An end that is decided and still to come. Domain: customers-subscriptions S6, X2 */
export interface DecidedEnd {
  cancellationDate: Date | null;
  /** When that end was decided. */
  cancellationDecidedAt: Date | null;
  /** What follows that end. */
  cancellationAction: CancellationAction | null;
  /** From here on it grants nothing, whenever it ends. */
  accessRevokedAt: Date | null;
}

/** It runs on. */
export const noEnd: DecidedEnd = {
  ...{ cancellationDate: null, cancellationDecidedAt: null },
  ...{ cancellationAction: null, accessRevokedAt: null },
};

/** What was taken away is followed by no plan, whatever is asked for afterwards. Domain: customers-subscriptions X2 */
export function endDecided(
  { accessRevokedAt: before }: Pick<DecidedEnd, 'accessRevokedAt'>,
  cancellationDate: Date,
  action: CancellationAction,
  now: Date,
): DecidedEnd {
  const accessRevokedAt = before ?? (action === 'REVOKE_ENTITLEMENTS' ? now : null);
  const cancellationAction = accessRevokedAt ? 'REVOKE_ENTITLEMENTS' : action;
  return { cancellationDate, cancellationDecidedAt: now, cancellationAction, accessRevokedAt };
}
