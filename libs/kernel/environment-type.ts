/** What an environment is for. Customers live in PRODUCTION only. Domain: access-and-events A8 */
export const environmentTypes = ['DEVELOPMENT', 'SANDBOX', 'PRODUCTION'] as const;
export type EnvironmentType = (typeof environmentTypes)[number];
