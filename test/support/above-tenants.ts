/** Tables that no tenant owns, each with its reason. */
export const aboveTenants: Readonly<Record<string, string>> = {
  account: 'owns environments',
  engine_cell: 'names the database',
  engine_change: 'is what processes tell each other, and belongs to the database',
  engine_member: 'is a process',
  environment: 'is the tenant',
  environment_move: 'says which tenants come and go, and belongs to the database',
  member: 'belongs to an account',
  member_environment: 'says before a tenant is known what a member may do in each',
  migration: 'is the list of migrations',
  stream_cursor: 'says up to where changes of all tenants have places, and belongs to the database',
};
