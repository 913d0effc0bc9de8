export interface RestAnswer {
  door: 'REST';
  status: number;
  body: unknown;
  /** The body as it was sent, byte for byte. */
  text: string;
  headers: Headers;
}

export interface GraphqlError {
  message: string;
  path?: (string | number)[];
  extensions: { code: string; traceId?: string; reason?: string };
}

export interface GraphqlAnswer {
  door: 'GRAPHQL';
  status: number;
  data: Record<string, unknown> | null | undefined;
  errors: GraphqlError[];
  text: string;
  headers: Headers;
}
