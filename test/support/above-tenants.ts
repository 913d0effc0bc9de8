/** Tables that no tenant owns, each with its reason. */
export const aboveTenants: Readonly<Record<string, string>> = {
  account: 'owns environments',
  environment: 'is the tenant',
  member: 'belongs to an account',
  member_environment: 'says before a tenant is known what a member may do in each',
  migration: 'is the list of migrations',
};
