type Json = Record<string, unknown>;

interface Side {
  document: Json;
  schema: Json;
}

const resolved = ({ document, schema }: Side): Json => {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const path = reference.replace(/^#\//, '').split('/');
  const found = path.reduce((node, key) => node[key] as Json, document);
  return resolved({ document, schema: found });
};

/** `anyOf [x, null]`, `allOf [x]` and `type [x, null]` say the same as x that may be null. */
function unwrapped(side: Side): { schema: Json; nullable: boolean } {
  const schema = resolved(side);
  const alternatives = (schema['anyOf'] ?? schema['allOf']) as Json[] | undefined;
  if (alternatives) {
    const isNull = (each: Json) => each['type'] === 'null';
    const rest = alternatives.filter((each) => !isNull(each));
    const nullable = alternatives.some(isNull);
    if (rest.length === 1) {
      const inner = unwrapped({ document: side.document, schema: rest[0] as Json });
      return { schema: inner.schema, nullable: nullable || inner.nullable };
    }
    return { schema: { oneOf: rest.flatMap((each) => flattened({ ...side, schema: each })) }, nullable };
  }
  const { type } = schema;
  if (!Array.isArray(type)) return { schema, nullable: false };
  const kinds = type.filter((each) => each !== 'null');
  return {
    schema: { ...schema, type: kinds.length === 1 ? kinds[0] : kinds },
    nullable: kinds.length < type.length,
  };
}

const flattened = (side: Side): Json[] => {
  const { schema } = unwrapped(side);
  return (
    (schema['oneOf'] as Json[] | undefined)?.flatMap((each) => flattened({ ...side, schema: each })) ?? [
      schema,
    ]
  );
};

const limits = ['enum', 'const', 'pattern', 'minLength', 'maxLength', 'minItems', 'format'] as const;

export interface Likeness {
  /** What we tell may be promised more firmly than the contract does; what we ask for may be asked less firmly. */
  side: 'answer' | 'body';
  /** Paths at which ours may differ, with the reason. */
  isExcused(path: string): boolean;
}

/** Where our schema says something else than the wire contract: names, types, null, required, closed sets, stated limits. */
export function differences(ours: Side, theirs: Side, path: string, likeness: Likeness): string[] {
  if (likeness.isExcused(path)) return [];
  const a = unwrapped(ours);
  const b = unwrapped(theirs);
  const here = (what: string) => `${path}: ${what}`;
  if (b.nullable && !a.nullable) return [here('may be null in the contract')];
  if (b.schema['oneOf'])
    return unionDifferences(ours.document, a.schema, theirs.document, b.schema, path, likeness);
  const found = limits.flatMap((limit) => limitDifference(limit, a.schema[limit], b.schema[limit]).map(here));
  if (b.schema['type'] !== undefined && kindOf(a.schema) !== kindOf(b.schema)) {
    found.push(here(`is ${String(kindOf(a.schema))}, ${String(kindOf(b.schema))} in the contract`));
  }
  const items = b.schema['items'] as Json | undefined;
  if (items) {
    const our = { ...ours, schema: (a.schema['items'] ?? {}) as Json };
    found.push(...differences(our, { ...theirs, schema: items }, `${path}[]`, likeness));
  }
  return [...found, ...propertyDifferences(ours, a.schema, theirs, b.schema, path, likeness)];
}

const kindOf = (schema: Json): unknown =>
  schema['type'] ?? (schema['properties'] ? 'object' : typeof schema['const']);

function limitDifference(name: (typeof limits)[number], our: unknown, their: unknown): string[] {
  if (their === undefined) return [];
  const sorted = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? [...(value as string[])].sort((a, b) => (a < b ? -1 : 1)) : value);
  if (name === 'const') return [];
  return sorted(our) === sorted(their) ? [] : [`${name} ${sorted(our)}, ${sorted(their)} in the contract`];
}

function propertyDifferences(
  ours: Side,
  a: Json,
  theirs: Side,
  b: Json,
  path: string,
  likeness: Likeness,
): string[] {
  const our = (a['properties'] ?? {}) as Record<string, Json>;
  const their = (b['properties'] ?? {}) as Record<string, Json>;
  const required = (schema: Json) => new Set((schema['required'] ?? []) as string[]);
  return [...new Set([...Object.keys(our), ...Object.keys(their)])].flatMap((name) => {
    const at = `${path}.${name}`;
    if (likeness.isExcused(at)) return [];
    const [x, y] = [our[name], their[name]];
    if (!y) return [`${at}: is not in the contract`];
    if (!x) return [`${at}: is missing`];
    const [mine, wire] = [required(a).has(name), required(b).has(name)];
    const isFirmEnough = likeness.side === 'answer' ? mine || !wire : wire || !mine;
    const isRequired = isFirmEnough ? [] : [`${at}: required differs`];
    return [...isRequired, ...differences({ ...ours, schema: x }, { ...theirs, schema: y }, at, likeness)];
  });
}

function unionDifferences(
  ourDocument: Json,
  a: Json,
  theirDocument: Json,
  b: Json,
  path: string,
  likeness: Likeness,
): string[] {
  const our = flattened({ document: ourDocument, schema: a });
  const their = flattened({ document: theirDocument, schema: b });
  const kind = (schema: Json, document: Json) => {
    const type = ((schema['properties'] ?? {}) as Record<string, Json>)['type'];
    const value = type && unwrapped({ document, schema: type }).schema;
    return (value?.['const'] ?? (value?.['enum'] as string[] | undefined)?.[0]) as string | undefined;
  };
  return their.flatMap((schema, index) => {
    const name = kind(schema, theirDocument) ?? String(index);
    const at = `${path}<${name}>`;
    if (likeness.isExcused(at)) return [];
    const mine =
      our.find((each) => kind(each, ourDocument) === name) ?? (our.length === 1 ? our[0] : undefined);
    if (!mine) return [`${at}: is missing`];
    return differences(
      { document: ourDocument, schema: mine },
      { document: theirDocument, schema },
      at,
      likeness,
    );
  });
}
