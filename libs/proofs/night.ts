import { dayMs, hourMs } from '#libs/kernel/period';

/** By UTC. */
const hourOfProofs = 2;

/** When what is proven now is proven again. Domain: credits D7; access-and-events W8 */
export function nextNight(now: Date): Date {
  const today = now.getTime() - (now.getTime() % dayMs) + hourOfProofs * hourMs;
  return new Date(today > now.getTime() ? today : today + dayMs);
}
