import {
  getArgumentValues,
  getIntrospectionQuery,
  getNamedType,
  GraphQLError,
  isObjectType,
  Kind,
  parse,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { fragmentsOf } from './cost';

const metaFields: Readonly<Record<string, GraphQLField<unknown, unknown>>> = {
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
};

/** The root fields that ask for the schema, through fragments too. */
export function introspectionFields(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): FieldNode[] {
  const found: FieldNode[] = [];
  const seen = new Set<string>();
  const look = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        if (Object.hasOwn(metaFields, node.name.value)) found.push(node);
      } else if (node.kind === Kind.INLINE_FRAGMENT) look(node.selectionSet);
      else if (!seen.has(node.name.value)) {
        seen.add(node.name.value);
        const fragment = fragments.get(node.name.value);
        if (fragment) look(fragment.selectionSet);
      }
    }
  };
  look(operation.selectionSet);
  return found;
}

/**
 * How many values an introspection tells, found by asking the schema as the execution will. It costs less than that does, and
 * never more than the limit.
 */
export class IntrospectionCount {
  private count = 0;
  /** The same for every value that a field is asked of. */
  private readonly args = new Map<FieldNode, Record<string, unknown>>();

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    private readonly variables: Readonly<Record<string, unknown>>,
    private readonly most: number,
  ) {}

  /** @throws GraphQLError past the limit */
  of(roots: readonly FieldNode[]): number {
    for (const node of roots) {
      const field = metaFields[node.name.value];
      if (field) this.tell(node, field, undefined);
    }
    return this.count;
  }

  private tell(node: FieldNode, field: GraphQLField<unknown, unknown>, of: unknown): void {
    if (++this.count > this.most) {
      throw new GraphQLError(
        'The document asks for more of the schema than the standard introspection does; ask for less at a time, or get /schema.graphql',
      );
    }
    const type = getNamedType(field.type);
    if (!node.selectionSet || !isObjectType(type)) return;
    const args = this.args.get(node) ?? getArgumentValues(field, node, this.variables);
    this.args.set(node, args);
    const told = field.resolve?.(of, args, undefined, { schema: this.schema } as never);
    for (const each of Array.isArray(told) ? (told as unknown[]) : [told]) {
      if (each !== undefined && each !== null) this.selections(node.selectionSet, type, each);
    }
  }

  private selections(set: SelectionSetNode, type: GraphQLObjectType, of: unknown): void {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const field = type.getFields()[node.name.value];
        if (field) this.tell(node, field, of);
      } else {
        const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : this.fragments.get(node.name.value);
        if (fragment) this.selections(fragment.selectionSet, type, of);
      }
    }
  }
}

const shareAboveStandard = 1.1;
const known = new WeakMap<GraphQLSchema, number>();

/** What the standard introspection of every tool tells of this schema, with all its options, and a little more. */
export function mostIntrospection(schema: GraphQLSchema): number {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const document = parse(
    getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    }),
  );
  const fragments = fragmentsOf(document);
  const [operation] = document.definitions;
  const roots = introspectionFields(operation as OperationDefinitionNode, fragments);
  const standard = new IntrospectionCount(schema, fragments, {}, Infinity).of(roots);
  const most = Math.ceil(standard * shareAboveStandard);
  known.set(schema, most);
  return most;
}
