declare module 'virtual:operations' {
  import type { Contract } from '~/api/contract';
  export const contract: Contract;
}

declare module 'virtual:permissions' {
  /** The permission that each operation needs. */
  export const needs: Readonly<Record<string, string>>;
}
