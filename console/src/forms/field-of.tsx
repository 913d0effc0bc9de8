import { useId } from 'react';
import type { Referred } from './references';
import { Suggestions } from './suggestions';

/** Asks for an object by its id, with those that are there offered. */
export function FieldOf({
  of,
  label,
  value,
  onChoose,
}: {
  of: Referred;
  label: string;
  value: string;
  onChoose: (id: string) => void;
}) {
  const id = useId();
  return (
    <label htmlFor={id} className="row">
      <span className="soft small">{label}</span>
      <input
        id={id}
        list={`${id}-known`}
        style={{ width: '14rem' }}
        defaultValue={value}
        autoComplete="off"
        onChange={(event) => onChoose(event.target.value.trim())}
      />
      <Suggestions id={`${id}-known`} of={of} typed={value} />
    </label>
  );
}
