/** How many statements of one environment a process writes at once. More would wait for the same disk and take connections from others. */
export const lanes = 2;

/** The same for the same customer, and of many customers as often one as the other. */
export function laneOf(customerId: string): number {
  let mixed = 0;
  for (let place = 0; place < customerId.length; place++)
    mixed = (mixed * 31 + customerId.charCodeAt(place)) | 0;
  return (mixed >>> 0) % lanes;
}
