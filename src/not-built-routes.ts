/** Operations of the wire contract that this release answers with an honest 404. Decision 19 of the interface's README. */
export const notBuiltRoutes: readonly string[] = [
  'POST /api/v1/data-export/destinations',
  'DELETE /api/v1/data-export/destinations/{destinationId}',
  'PATCH /api/v1/data-export/destinations/{destinationId}',
  'GET /api/v1/data-export/models',
  'POST /api/v1/data-export/scoped-token',
  'POST /api/v1/data-export/sync',
];
