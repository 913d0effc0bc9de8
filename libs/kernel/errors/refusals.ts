export interface CatalogueEntry {
  readonly status: number;
  readonly message: string;
}

/** Gives every code of one table its HTTP status; the keys stay literal, so ErrorCode can be read off them. */
export const refusals = <Code extends string>(
  status: number,
  messages: Readonly<Record<Code, string>>,
): Readonly<Record<Code, CatalogueEntry>> => {
  const entries = Object.entries<string>(messages).map(([code, message]) => [code, { status, message }]);
  return Object.fromEntries(entries) as Record<Code, CatalogueEntry>;
};
