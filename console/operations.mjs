/** Names of the parts of a contract that forms read, and of no others. */
const kept = [
  'type',
  'format',
  'enum',
  'required',
  'properties',
  'additionalProperties',
  'items',
  'anyOf',
  'oneOf',
  'allOf',
  'discriminator',
  'description',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'default',
  '$ref',
];

const nameOf = (reference) => reference.replace('#/components/schemas/', '');

function slim(schema, seen) {
  if (Array.isArray(schema)) return schema.map((each) => slim(each, seen));
  if (schema === null || typeof schema !== 'object') return schema;
  const result = {};
  for (const name of kept.filter((each) => each in schema)) {
    const value = schema[name];
    if (name === '$ref') {
      seen(nameOf(value));
      result.$ref = nameOf(value);
    } else if (name === 'properties') {
      result.properties = Object.fromEntries(
        Object.entries(value).map(([property, each]) => [property, slim(each, seen)]),
      );
    } else if (name === 'discriminator') {
      const mapping = Object.entries(value.mapping ?? {}).map(([key, each]) => [key, nameOf(each)]);
      result.discriminator = { propertyName: value.propertyName, mapping: Object.fromEntries(mapping) };
    } else result[name] = slim(value, seen);
  }
  return result;
}

/** @returns `operations` by operationId with method, path, query and body, and the `schemas` which they name */
export function operationsOf(document) {
  const { parameters: common = {}, schemas: all } = document.components;
  const operations = {};
  const schemas = {};
  const waiting = [];
  const seen = (name) => {
    if (name in schemas) return;
    schemas[name] = {};
    waiting.push(name);
  };
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (!operation.operationId || path.startsWith('/api/v2/')) continue;
      const parameters = (operation.parameters ?? []).map((each) =>
        each.$ref ? common[each.$ref.split('/').pop()] : each,
      );
      const query = parameters
        .filter((each) => each.in === 'query')
        .map(({ name, required, description, schema }) => ({
          ...{ name, required, description },
          schema: slim(schema, seen),
        }));
      const body = operation.requestBody?.content?.['application/json']?.schema;
      operations[operation.operationId] = {
        ...{
          method: method.toUpperCase(),
          path,
          summary: operation.summary,
          needs: operation['x-permission'],
        },
        ...(query.length > 0 && method === 'delete' ? { query } : {}),
        ...(body ? { body: slim(body, seen) } : {}),
      };
    }
  }
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    schemas[name] = slim(all[name], seen);
  }
  return { operations, schemas };
}

/** @returns the permission that each operation needs, by operationId */
export const permissionsOf = (document) =>
  Object.fromEntries(
    Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation['x-permission']]),
  );
