declare module 'virtual:operations' {
  export const contract: import('./api/contract').Contract;
}

declare module 'virtual:permissions' {
  /** The permission that each operation needs. */
  export const needs: Readonly<Record<string, string>>;
}
