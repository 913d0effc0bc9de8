/** What changes of a customer count for, whichever operation makes them. Domain: access-and-events R2 */
export const customerBuckets = (customerId: string): string[] => [`customer:${customerId}`];
