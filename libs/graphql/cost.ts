import {
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

/** In values of an answer: to tell one takes about 5 µs of CPU. */
export interface Costs {
  /** The dearest document that is answered. */
  most: number;
  /** A root field besides what it tells: guards, statement, use case. */
  read: number;
  write: number;
  /** Reading one object of a page. */
  row: number;
  /** A field below a view that asks a use case of its own, for each object that has it. */
  nested: number;
  /** Objects in a list that is no page. */
  listed: number;
  /** The same where the list is the answer of a root field. */
  listedAtRoot: number;
  /** Root fields that are dearer than others. */
  dear: Readonly<Record<string, number>>;
  /** Lists that are usually longer or shorter, as `Type.field`. */
  lengths: Readonly<Record<string, number>>;
  /** Fields that ask a use case of their own, as `Type.field`. */
  ownUseCases: ReadonlySet<string>;
}

const longestPage = 100;
const usualPage = 20;
/** Arguments that say how many objects a field tells. */
const pageArguments = new Set(['first', 'last', 'count']);

/** What answering a document costs, from its text, its variables and the schema, before any of it runs. */
export class DocumentCost {
  /** Each fragment is priced once, however often it is spread. */
  private readonly known = new Map<string, number>();
  private readonly defaults = new Map<string, number>();
  private asksVariables = false;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    private readonly variables: Readonly<Record<string, unknown>>,
    private readonly costs: Costs,
  ) {}

  /** Whether other variables might make the same document dearer or cheaper. */
  get dependsOnVariables(): boolean {
    return this.asksVariables;
  }

  of(operation: OperationDefinitionNode): number {
    for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
      if (defaultValue?.kind === Kind.INT) this.defaults.set(variable.name.value, Number(defaultValue.value));
    }
    const root = this.schema.getRootType(operation.operation);
    return root ? this.selections(operation.selectionSet, root, usualPage) : 0;
  }

  /** @param page how many objects a list right below tells, where the field above says so */
  private selections(set: SelectionSetNode, type: GraphQLNamedType, page: number | undefined): number {
    let sum = 0;
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) sum += this.field(node, type, page);
      else if (node.kind === Kind.INLINE_FRAGMENT) {
        sum += this.selections(node.selectionSet, this.narrowed(node.typeCondition?.name.value, type), page);
      } else sum += this.spread(node.name.value, page);
    }
    return sum;
  }

  private spread(name: string, page: number | undefined): number {
    const key = `${name} ${page}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const fragment = this.fragments.get(name);
    const type = fragment && this.schema.getType(fragment.typeCondition.name.value);
    const cost = type ? this.selections(fragment.selectionSet, type, page) : 0;
    this.known.set(key, cost);
    return cost;
  }

  private narrowed(name: string | undefined, type: GraphQLNamedType): GraphQLNamedType {
    return (name === undefined ? undefined : this.schema.getType(name)) ?? type;
  }

  private field(node: FieldNode, parent: GraphQLNamedType, page: number | undefined): number {
    const field =
      isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
    // Introspection is counted by itself; `__typename` is a value like any other.
    if (!field) return 1;
    const own = this.own(parent, field.name);
    if (!node.selectionSet) return own + 1;
    const inner = this.selections(node.selectionSet, getNamedType(field.type), this.pageOf(node, field));
    if (!isListType(getNullableType(field.type))) return own + 1 + inner;
    const isEdges = field.name === 'edges';
    const length = page !== undefined && !this.isRoot(parent) ? page : this.lengthOf(parent, field.name);
    return own + 1 + length * (1 + (isEdges ? this.costs.row : 0) + inner);
  }

  private own(parent: GraphQLNamedType, field: string): number {
    const { read, write, dear, nested, ownUseCases } = this.costs;
    if (parent === this.schema.getQueryType()) return dear[field] ?? read;
    if (parent === this.schema.getMutationType()) return dear[field] ?? write;
    return ownUseCases.has(`${parent.name}.${field}`) ? nested : 0;
  }

  private isRoot(type: GraphQLNamedType): boolean {
    return type === this.schema.getQueryType() || type === this.schema.getMutationType();
  }

  private lengthOf(parent: GraphQLNamedType, field: string): number {
    const { lengths, listed, listedAtRoot } = this.costs;
    return this.isRoot(parent) ? listedAtRoot : (lengths[`${parent.name}.${field}`] ?? listed);
  }

  /** Undefined below a field that is no page. What is no number, or out of range, is refused later; null is absence. */
  private pageOf(
    { arguments: given = [] }: FieldNode,
    { args }: GraphQLField<unknown, unknown>,
  ): number | undefined {
    if (!args.some(({ name }) => pageArguments.has(name))) return undefined;
    const sizes = given
      .filter(({ name }) => pageArguments.has(name.value))
      .map(({ value }) => this.numberOf(value) ?? usualPage);
    return sizes.length === 0 ? usualPage : Math.min(Math.max(...sizes, 1), longestPage);
  }

  private numberOf(value: ValueNode): number | undefined {
    if (value.kind === Kind.INT) return Number(value.value);
    if (value.kind !== Kind.VARIABLE) return undefined;
    this.asksVariables = true;
    const given = this.variables[value.name.value] ?? this.defaults.get(value.name.value);
    return typeof given === 'number' ? given : undefined;
  }
}

export const fragmentsOf = (document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> =>
  new Map(
    document.definitions.flatMap((definition): [string, FragmentDefinitionNode][] =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
