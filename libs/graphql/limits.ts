import { ApolloArmor } from '@escape.tech/graphql-armor';
import type { ApolloDriverConfig } from '@nestjs/apollo';
import { GraphQLError, type ParseOptions, type ValidationRule } from 'graphql';
import { currentContext } from '#libs/context/request-context';

// security.md G-01 … G-07.
const armorOf = (hidesSchema: boolean) =>
  new ApolloArmor({
    maxDepth: { n: 10, ignoreIntrospection: true },
    maxAliases: { n: 15 },
    maxDirectives: { n: 50 },
    // Its parser answers every syntax error with 500; graphql's own parser counts as well (parseOptions).
    maxTokens: { enabled: false },
    costLimit: {
      maxCost: 25_000,
      objectCost: 2,
      scalarCost: 1,
      depthCostFactor: 1.5,
      ignoreIntrospection: true,
    },
    blockFieldSuggestion: { enabled: hidesSchema },
  });

type ApolloPlugin = NonNullable<ApolloDriverConfig['plugins']>[number];

const maxTokens = 1000;
const longestDocument = 50_000;

export interface GraphqlLimits {
  plugins: ApolloPlugin[];
  validationRules: ValidationRule[];
  parseOptions: ParseOptions;
}

export function graphqlLimits(mayIntrospect: boolean, hidesSchema: boolean): GraphqlLimits {
  const { plugins, validationRules } = armorOf(hidesSchema).protect();
  return {
    plugins: [...(plugins as ApolloPlugin[]), introspectionForServerKeys(mayIntrospect)],
    validationRules: [lengthLimit, ...validationRules],
    parseOptions: { maxTokens },
  };
}

// Comments and spaces are no tokens.
const lengthLimit: ValidationRule = (context) => {
  const { body = '' } = context.getDocument().loc?.source ?? {};
  if (body.length > longestDocument) {
    context.reportError(new GraphQLError(`The document has more than ${longestDocument} characters`));
  }
  return {};
};

/** Closed to others, the schema stays open to whoever holds a server key: the interface is made for third parties. */
const introspectionForServerKeys = (mayIntrospect: boolean): ApolloPlugin => ({
  async requestDidStart() {
    return {
      async didResolveOperation({ source }) {
        const kind = currentContext()?.principal?.kind;
        const isServerKey = kind === 'FULL_ACCESS_KEY' || kind === 'SCOPED_KEY';
        if (mayIntrospect || isServerKey || !/\b__(schema|type)\b/.test(source ?? '')) return;
        throw new GraphQLError('Introspection is switched off (GRAPHQL_INTROSPECTION)');
      },
    };
  },
});
