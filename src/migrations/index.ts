import { ExpandFoundation1764000000000 } from './1764000000000-expand-foundation';

/** In the order of their instants. */
export const migrations = [ExpandFoundation1764000000000];
