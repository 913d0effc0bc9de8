import { Kind, type OperationDefinitionNode } from 'graphql';

const keptAnswers = 8;

export interface AskedDocument {
  query?: string;
  operationName?: string;
  variables?: unknown;
}

type Told = Record<string, unknown>;

const nameOf = ({ query, operationName, variables }: AskedDocument): string =>
  JSON.stringify([query, operationName, variables]);

/** The last introspections are answered from memory: tools ask the same one at every start, and it is the longest answer of all. */
export class IntrospectionAnswers {
  private readonly kept = new Map<string, Told>();

  find(asked: AskedDocument): Told | undefined {
    return this.kept.get(nameOf(asked));
  }

  keep(asked: AskedDocument, told: Told): void {
    const { kept } = this;
    const name = nameOf(asked);
    if (kept.size >= keptAnswers && !kept.has(name)) kept.delete(kept.keys().next().value as string);
    kept.set(name, told);
  }
}

/** Does it ask for the schema alone, so that its answer is the same for everybody, for as long as the process lives? */
export const isOnlyOfSchema = (operation: OperationDefinitionNode | undefined): boolean =>
  operation?.selectionSet.selections.every(
    (node) => node.kind === Kind.FIELD && /^__(schema|type|typename)$/.test(node.name.value),
  ) ?? false;
