import { useFilter } from './paging';

const days = { week: 7, month: 30, year: 365 } as const;
type Span = keyof typeof days;
const usual: Span = 'month';

const isSpan = (text: string): text is Span => Object.hasOwn(days, text);

function useChosen(): [Span, (span: string) => void] {
  const [chosen, choose] = useFilter('span');
  return [isSpan(chosen) ? chosen : usual, choose];
}

/** How far back the reader looks, as the address says. */
export function useSpan(): { span: Span; days: number } {
  const [span] = useChosen();
  return { span, days: days[span] };
}

export function SpanChoice() {
  const [span, choose] = useChosen();
  return Object.keys(days).map((each) => (
    <button
      key={each}
      type="button"
      className="small"
      aria-pressed={each === span}
      onClick={() => choose(each)}
    >
      Last {each}
    </button>
  ));
}
