/**
 * A subscription on its resource gives into this wallet, or is paid from it. Domain: credits L1
 * @param wallet alias of its row
 * @param now place of the instant in milliseconds, such as `$3`
 */
export const isUsed = (
  wallet: string,
  now: string,
): string => `exists (select from jsonb_each(${wallet}.sources) s
  where (s.value->>'from')::bigint <= ${now} and coalesce((s.value->>'until')::bigint > ${now}, true))`;
