import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Asked } from '~/parts/asked';
import { Section } from '~/parts/page';

/** Of each kind. */
export const few = 5;

/** A few of what somebody should look at, or that there is nothing. */
export function Attention<Answer, Row>({
  title,
  of,
  rows,
  none,
  hasMore,
  children,
}: {
  title: string;
  of: UseQueryResult<Answer, unknown>;
  rows: (answer: NonNullable<Answer>) => readonly Row[];
  none: string;
  /** Where the rows are not all that there are. */
  hasMore?: (answer: NonNullable<Answer>) => boolean;
  children: (row: Row) => ReactNode;
}) {
  return (
    <Section title={title}>
      <div className="card">
        <Asked of={of}>
          {(answer) => {
            const told = rows(answer).slice(0, few);
            const areMore = hasMore?.(answer) ?? false;
            return told.length === 0 && !areMore ? (
              <p className="soft">{none}</p>
            ) : (
              <ul className="stack tight">
                {told.map((row, at) => (
                  <li key={at} className="row apart">
                    {children(row)}
                  </li>
                ))}
                {areMore && <li className="soft">There are more.</li>}
              </ul>
            );
          }}
        </Asked>
      </div>
    </Section>
  );
}
