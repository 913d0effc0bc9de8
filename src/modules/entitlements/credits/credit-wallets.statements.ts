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

/** What a place of usage is called in a statement: expressions of it. */
interface UsedPlace {
  customerUid: string;
  currencyUid: string;
  /** Null, or any other text, where no resource is named. */
  resourceKey: string;
  /** Place of the instant in milliseconds, such as `$3`. */
  now: string;
}

/**
 * The wallet that pays for what is used at a place, as `w`: that of the resource where it is used, else the customer's own. Domain: credits L1
 * @param columns of it
 */
export const payingWallet = (
  columns: string,
  { customerUid, currencyUid, resourceKey, now }: UsedPlace,
): string => `(select ${columns} from credit_wallet w
  where w.environment_id = $1 and w.customer_uid = ${customerUid} and w.currency_uid = ${currencyUid}
    and (w.resource_key = '' or (w.resource_key = ${resourceKey} and ${isUsed('w', now)}))
  order by w.resource_key desc limit 1)`;

/**
 * What the environment has chosen of them, ascending; null: nothing. Read with what is locked, for a movement makes no round trip more.
 * Domain: credits B1
 *
 * @reads environment_settings of platform/environment-settings
 */
export const creditThresholds = `(select s.chosen -> 'creditThresholds' from environment_settings s
  where s.environment_id = $1) as chosen`;
