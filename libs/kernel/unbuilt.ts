import { notBuilt } from './errors/domain-error';

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/**
 * Refuses the first field whose behaviour is missing and that asks for something; absent, null and empty ask for nothing.
 * @param path of the body in the request, such as `charges.`
 * @throws UnsupportedParameter naming the field. Decision 19 of the interface's README
 */
export function refuseUnbuilt(body: object, behaviours: Readonly<Record<string, string>>, path = ''): void {
  for (const [field, behaviour] of Object.entries(behaviours)) {
    if (!isEmpty((body as Record<string, unknown>)[field])) throw notBuilt(`${path}${field}`, behaviour);
  }
}
