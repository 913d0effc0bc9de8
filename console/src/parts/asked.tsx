import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FaultNotice } from './fault';

/** What was asked for, once it is there; until then a quiet line, and the refusal where there is one. */
export function Asked<Answer>({
  of,
  children,
}: {
  of: UseQueryResult<Answer, unknown>;
  children: (answer: NonNullable<Answer>) => ReactNode;
}) {
  if (of.data !== undefined && of.data !== null) return <>{children(of.data)}</>;
  if (of.isError) return <FaultNotice error={of.error} />;
  return (
    <p className="soft waiting" role="status">
      Loading …
    </p>
  );
}
