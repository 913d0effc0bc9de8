import { useEffect, useState } from 'react';
import { useStanding } from '~/api/standing';

/** On every screen: that the service is away, slow, or asks to be left alone; and that it is tried again. */
export function StandingLine() {
  const standing = useStanding();
  const seconds = useSecondsUntil(standing.kind === 'ASKED_TO_WAIT' ? standing.until : undefined);
  const text = {
    WELL: '',
    SLOW: 'The service takes long to answer. Waiting for it …',
    AWAY: 'The service does not answer. It is asked again every few seconds; nothing needs to be done here.',
    ASKED_TO_WAIT: seconds > 0 ? `The service asks to wait. Going on in ${seconds} s …` : 'Going on …',
  }[standing.kind];
  return (
    <div role="status" aria-live="polite" className={text ? 'standing' : 'hidden'}>
      {text}
    </div>
  );
}

function useSecondsUntil(until: number | undefined): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (until === undefined) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, [until]);
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}
