/** Operations of the wire contract that this release answers with an honest 404. Decision 19 of the interface's README. */
export const notBuiltRoutes: readonly string[] = [];
