import { DomainError } from '#libs/kernel/errors/domain-error';

/** Something on sale that refers to a custom currency. */
export interface CurrencyUse {
  id: string;
  displayName: string;
  /** `PLAN`, `ADDON`. */
  type: string;
}

const namedInRefusal = 5;

/** @throws IntegrityViolation naming some of the uses. Domain: credits Y2 */
export function requireUnused(currencyId: string, uses: readonly CurrencyUse[]): void {
  if (uses.length === 0) return;
  const named = uses.slice(0, namedInRefusal).map(({ type, id }) => `${type.toLowerCase()} ${id}`);
  const more = uses.length > namedInRefusal ? ` and ${uses.length - namedInRefusal} more` : '';
  throw new DomainError(
    'IntegrityViolation',
    `Custom currency ${currencyId} is used by ${named.join(', ')}${more}; publish versions without it first. ` +
      `GET /credits/custom-currencies/${currencyId}/associated-entities lists all`,
  );
}
