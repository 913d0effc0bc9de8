import { addMs, hourMs } from '#libs/kernel/period';

/**
 * Invoices with usage that were to be issued by then are due: their usage has had its time to come in.
 * Domain: contracts-billing V4
 */
export const graceBefore = (now: Date, graceHours: number): Date => addMs(now, -graceHours * hourMs);
