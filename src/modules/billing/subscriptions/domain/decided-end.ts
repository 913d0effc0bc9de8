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

/** Where access was taken away before, whatever is asked for at the end. Domain: customers-subscriptions X2 */
export const actionAtEnd = (
  { accessRevokedAt }: Pick<DecidedEnd, 'accessRevokedAt'>,
  asked: CancellationAction,
): CancellationAction => (accessRevokedAt ? 'REVOKE_ENTITLEMENTS' : asked);

/** What was taken away is followed by no plan, whatever is asked for afterwards. Domain: customers-subscriptions X2 */
export function endDecided(
  { accessRevokedAt: before }: Pick<DecidedEnd, 'accessRevokedAt'>,
  cancellationDate: Date,
  action: CancellationAction,
  now: Date,
): DecidedEnd {
  const cancellationAction = actionAtEnd({ accessRevokedAt: before }, action);
  const accessRevokedAt = before ?? (cancellationAction === 'REVOKE_ENTITLEMENTS' ? now : null);
  return { cancellationDate, cancellationDecidedAt: now, cancellationAction, accessRevokedAt };
}
