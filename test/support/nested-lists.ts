/** A list in a list and so on: JSON.parse reads as many levels as you like, and what walks through them by calling itself does not. */
export const nestedLists = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
