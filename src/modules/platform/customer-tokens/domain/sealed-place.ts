/** Where a sealed secret belongs: elsewhere it does not open. */
export const sealedPlace = (environmentId: string, uid: string): string =>
  `customer token secret ${environmentId} ${uid}`;
