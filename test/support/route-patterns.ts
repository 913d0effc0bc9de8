/** Matches the paths that a template of the reference stands for: `/api/v1/plans/{id}`. */
export const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
