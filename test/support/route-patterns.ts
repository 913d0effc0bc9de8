/** Matches the paths that a template of the reference stands for: `/api/v1/plans/{id}`. */
export const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);

/** The address of a template with `id` in the place of each parameter. */
export const addressOf = (template: string, id: string): string => template.replace(/\{\w+\}/g, id);

/** Of a path below /api/v1, or from the root on. */
export const urlOf = (path: string): string => (path.startsWith('/api/') ? path : `/api/v1${path}`);
