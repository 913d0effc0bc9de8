/** Of each statement which environment it is about; in sessions of the service it begins with none. ADR-0122 */
export const environmentSetting = 'engine.environment';

/** Of bytes that PostgreSQL keeps of a name. */
export const longestName = 63;
const ending = '_across';

/** The role that sees rows of every environment, beside that of the service, which becomes it for single statements. */
export const spanningRoleOf = (role: string): string =>
  `${role.slice(0, longestName - ending.length)}${ending}`;
