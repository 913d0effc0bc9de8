/** Secrets of the two keys that every environment has from its beginning; shown once. */
export interface IssuedKeys {
  serverKey: string;
  publishableKey: string;
}

/** Who makes keys stands above: environments are not made without them. Domain: access-and-events A8, B2 */
export abstract class DefaultKeys {
  /**
   * Of the environment of the context, in the unit of work that makes it.
   * @param given secrets of the operator's; those that are missing are made
   */
  abstract issue(given: Partial<IssuedKeys>): Promise<IssuedKeys>;
}
