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

/**
 * What was taken away is followed by no plan, whatever is asked for afterwards; the same end asked for again stands as it was decided.
 * Domain: customers-subscriptions X2, catalog C10
 */
export function endDecided(
  decided: DecidedEnd,
  cancellationDate: Date,
  action: CancellationAction,
  now: Date,
): DecidedEnd {
  const cancellationAction = actionAtEnd(decided, action);
  const isTheSame =
    decided.cancellationDate?.getTime() === cancellationDate.getTime() &&
    decided.cancellationAction === cancellationAction;
  const cancellationDecidedAt = isTheSame ? decided.cancellationDecidedAt : now;
  const accessRevokedAt =
    decided.accessRevokedAt ?? (cancellationAction === 'REVOKE_ENTITLEMENTS' ? now : null);
  return { cancellationDate, cancellationDecidedAt, cancellationAction, accessRevokedAt };
}
