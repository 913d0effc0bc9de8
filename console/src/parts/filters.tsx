import { useEffect, useId, useState, type ReactNode } from 'react';
import { tellName } from './amounts';
import { useFilter } from './paging';

export const Filters = ({ children }: { children: ReactNode }) => (
  <div className="row" role="search">
    {children}
  </div>
);

/** One of several states, or any. */
export function ChoiceFilter({
  name,
  label,
  of,
  any = 'Any',
}: {
  name: string;
  label: string;
  of: readonly string[];
  any?: string;
}) {
  const [value, choose] = useFilter(name);
  const id = useId();
  return (
    <label htmlFor={id} className="row">
      <span className="soft small">{label}</span>
      <select
        id={id}
        style={{ width: 'auto' }}
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{any}</option>
        {of.map((each) => (
          <option key={each} value={each}>
            {tellName(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

const pauseMs = 120;

/** What is typed, a moment after the last key. */
export function TextFilter({ name, label }: { name: string; label: string }) {
  const [value, choose] = useFilter(name);
  const [text, setText] = useState(value);
  const id = useId();
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => choose(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <label htmlFor={id} className="row">
      <span className="soft small">{label}</span>
      <input
        id={id}
        type="search"
        style={{ width: '14rem' }}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}
