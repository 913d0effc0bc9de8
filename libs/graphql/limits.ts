import { ApolloArmor } from '@escape.tech/graphql-armor';
import { GraphQLError, type ParseOptions, type ValidationRule } from 'graphql';
import type { RateLimits } from '#libs/security/rate-limits';
import type { ApolloPlugin } from './apollo-plugin';
import { DocumentBounds } from './document-bounds';
import type { Costs } from './cost';
import { requestPlugins } from './request-plugin';

// security.md G-01 … G-07.
const armorOf = (hidesSchema: boolean) =>
  new ApolloArmor({
    maxDepth: { n: 10, ignoreIntrospection: true },
    maxAliases: { n: 15 },
    maxDirectives: { n: 50 },
    // Its parser answers every syntax error with 500; graphql's own parser counts as well (parseOptions).
    maxTokens: { enabled: false },
    // Ours knows the schema: cost.ts.
    costLimit: { enabled: false },
    blockFieldSuggestion: { enabled: hidesSchema },
  });

const maxTokens = 1000;
const longestDocument = 50_000;

export interface GraphqlLimits {
  plugins: ApolloPlugin[];
  validationRules: ValidationRule[];
  parseOptions: ParseOptions;
  /** What the plugins ask of a document, for one that they do not see. */
  admit: DocumentBounds['admit'];
}

export interface LimitSettings {
  /** May callers without a server key ask for the schema? */
  mayIntrospect: boolean;
  /** Are mistyped names left uncorrected? */
  hidesSchema: boolean;
  costs: Costs;
}

export function graphqlLimits(settings: LimitSettings, rateLimits: RateLimits): GraphqlLimits {
  const { plugins, validationRules } = armorOf(settings.hidesSchema).protect();
  const bounds = new DocumentBounds(settings.mayIntrospect, settings.costs, rateLimits);
  return {
    plugins: [...(plugins as ApolloPlugin[]), ...requestPlugins(bounds)],
    validationRules: [lengthLimit, ...validationRules],
    parseOptions: { maxTokens },
    admit: (asked) => bounds.admit(asked),
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
