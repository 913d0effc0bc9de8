import { useId, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';

/** Leads to a customer by its id, until the service finds by prefix. */
export function Search() {
  const id = useId();
  const go = useNavigate();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) void go(`/customers/${encodeURIComponent(text.trim())}`);
  };
  return (
    <form className="search" role="search" onSubmit={submit}>
      <label htmlFor={id} className="hidden">
        Customer id
      </label>
      <input
        id={id}
        type="search"
        placeholder="Customer id"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
