import type { ApolloDriverConfig } from '@nestjs/apollo';

export type ApolloPlugin = NonNullable<ApolloDriverConfig['plugins']>[number];
