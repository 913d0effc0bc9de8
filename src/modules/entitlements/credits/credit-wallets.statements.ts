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

/**
 * What the environment has chosen of them, ascending; null: nothing. Read with what is locked, for a movement makes no round trip more.
 * Domain: credits B1
 *
 * @reads environment_settings of platform/environment-settings
 */
export const creditThresholds = `(select s.chosen -> 'creditThresholds' from environment_settings s
  where s.environment_id = $1) as chosen`;
