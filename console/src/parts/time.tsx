import { createContext, use, type ReactNode } from 'react';

/** In which zone instants are told: UTC, in which the service reckons, or that of the reader. */
export type Zone = 'UTC' | 'OWN';

const ZoneContext = createContext<Zone>('UTC');
export const InZone = ({ zone, children }: { zone: Zone; children: ReactNode }) => (
  <ZoneContext value={zone}>{children}</ZoneContext>
);
export const useZone = (): Zone => use(ZoneContext);

const style = { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' } as const;
const formats: Record<Zone, Intl.DateTimeFormat> = {
  UTC: new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' }),
  OWN: new Intl.DateTimeFormat('en-GB', style),
};
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

export const ownZone = formats.OWN.resolvedOptions().timeZone;

/** As people read it, with the name of its zone. */
export const tellTime = (instant: string, zone: Zone): string =>
  `${formats[zone].format(new Date(instant))} ${zone === 'UTC' ? 'UTC' : ownZone}`;

/** Of the wire, an instant or null. The other zone is told to who points at it. */
export function Time({ of, none = '–' }: { of: string | null | undefined; none?: string }) {
  const zone = useZone();
  if (of === null || of === undefined) return <span className="soft">{none}</span>;
  const other = zone === 'UTC' ? 'OWN' : 'UTC';
  return (
    <time dateTime={of} title={tellTime(of, other)}>
      {tellTime(of, zone)}
    </time>
  );
}

/** The day of an instant, in UTC, as documents have it. */
export const Day = ({ of }: { of: string | null | undefined }) =>
  of ? <time dateTime={of}>{dayFormat.format(new Date(of))}</time> : <span className="soft">–</span>;
