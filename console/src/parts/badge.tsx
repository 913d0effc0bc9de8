import { tellName } from './amounts';

type Tone = 'good' | 'warn' | 'bad' | 'accent' | '';

const tones: Record<string, Tone> = {
  ...{ ACTIVE: 'good', PUBLISHED: 'good', PAID: 'good', DONE: 'good', SUCCEEDED: 'good', COMPLETED: 'good' },
  ...{ DELIVERED: 'good', REGISTERED: 'good', CONNECTED: 'good', READY: 'good' },
  ...{ IN_TRIAL: 'accent', DRAFT: 'accent', NEW: 'accent', PENDING: 'accent', RUNNING: 'accent' },
  ...{ SCHEDULED: 'accent', OPEN: 'accent', INVITED: 'accent', IN_PROGRESS: 'accent' },
  ...{ PAYMENT_PENDING: 'warn', NOT_STARTED: 'warn', PROCESSING: 'warn', PAUSED: 'warn', SUSPENDED: 'warn' },
  ...{ FAILED: 'bad', CANCELED: 'bad', EXPIRED: 'bad', REVOKED: 'bad', VOIDED: 'bad', VOID: 'bad' },
  ...{ EXHAUSTED: 'bad', GAVE_UP: 'bad', OVERDUE: 'bad' },
};

/** A state of the wire, in its colour. */
export const Badge = ({ of, tone }: { of: string | null | undefined; tone?: Tone }) =>
  of ? (
    <span className={`badge ${tone ?? tones[of] ?? ''}`}>{tellName(of)}</span>
  ) : (
    <span className="soft">–</span>
  );
