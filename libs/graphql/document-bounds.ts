import {
  GraphQLError,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { currentContext } from '#libs/context/request-context';
import { errorAnswer } from '#libs/doors/error-answer';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { RateLimits } from '#libs/security/rate-limits';
import { DocumentCost, fragmentsOf, type Costs } from './cost';
import { IntrospectionCount, introspectionFields, mostIntrospection } from './introspection-count';

export interface Asked {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
}

/** The bucket of the rate limits that an introspection counts in. */
const introspectionBucket = 'introspection';

/** What is the same whenever the operation is asked for again; Apollo keeps what it has parsed. */
interface Known {
  readonly fragments: ReturnType<typeof fragmentsOf>;
  readonly introspected: readonly FieldNode[];
  /** Once it was priced, where no variable changes it. */
  cost?: number;
}

/** What a valid document may ask for, held against the schema and its variables before anything runs. ADR-0038 */
export class DocumentBounds {
  private readonly known = new WeakMap<OperationDefinitionNode, Known>();

  constructor(
    private readonly mayIntrospect: boolean,
    private readonly costs: Costs,
    private readonly rateLimits: RateLimits,
  ) {}

  /** @throws BadUserInput for a document that costs too much, RateLimitExceeded for too many introspections */
  admit(asked: Asked): Promise<void> | undefined {
    const known = this.knownOf(asked);
    const cost = this.costOf(asked, known);
    if (cost > this.costs.most) {
      throw badInput(
        `The document costs ${Math.ceil(cost)} of at most ${this.costs.most}; ask for shorter pages (first), or for less of each object`,
      );
    }
    return known.introspected.length === 0 ? undefined : this.admitIntrospection(asked, known, cost);
  }

  /** @throws BadUserInput for more of the schema than tools ask for, RateLimitExceeded for too many introspections */
  private async admitIntrospection(
    { schema, variables }: Asked,
    { fragments, introspected: roots }: Known,
    cost: number,
  ): Promise<void> {
    this.requireIntrospection();
    if (roots.filter(({ name }) => name.value === '__schema').length > 1) {
      throw badInput('A document may ask for __schema once');
    }
    for (const _root of roots)
      await this.rateLimits.enterOperation({ bucket: introspectionBucket, isWrite: false });
    const most = mostIntrospection(schema);
    const left = most * (1 - cost / this.costs.most);
    new IntrospectionCount(schema, fragments, variables, left).of(roots);
  }

  private knownOf({ document, operation }: Asked): Known {
    const before = this.known.get(operation);
    if (before) return before;
    const fragments = fragmentsOf(document);
    const known: Known = { fragments, introspected: introspectionFields(operation, fragments) };
    this.known.set(operation, known);
    return known;
  }

  private costOf({ schema, operation, variables }: Asked, known: Known): number {
    if (known.cost !== undefined) return known.cost;
    const priced = new DocumentCost(schema, known.fragments, variables, this.costs);
    const cost = priced.of(operation);
    if (!priced.dependsOnVariables) known.cost = cost;
    return cost;
  }

  /** Closed to others, the schema stays open to whoever holds a server key: the interface is made for third parties. */
  private requireIntrospection(): void {
    const kind = currentContext()?.principal?.kind;
    const isServerKey = kind === 'FULL_ACCESS_KEY' || kind === 'SCOPED_KEY';
    if (this.mayIntrospect || isServerKey) return;
    throw badInput('Introspection is switched off (GRAPHQL_INTROSPECTION)');
  }
}

/** Apollo answers 500 to what is thrown before the execution, unless it is told the status. */
export function refuse(error: unknown): never {
  if (!(error instanceof DomainError) && !(error instanceof GraphQLError)) throw error;
  const thrown = error instanceof DomainError ? error : badInput(error.message);
  const { status, headers } = errorAnswer(thrown);
  const http = { status, headers: new Map(Object.entries(headers)) };
  throw new GraphQLError(thrown.message, { originalError: thrown, extensions: { http } });
}
