/** Matches the paths that a template of the reference stands for: `/api/v1/plans/{id}`. */
export const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);

/** Of a path below /api/v1, or from the root on. */
export const urlOf = (path: string): string => (path.startsWith('/api/') ? path : `/api/v1${path}`);
