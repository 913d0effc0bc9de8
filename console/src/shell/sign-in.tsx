import { useId, useState, type FormEvent } from 'react';
import { begin } from '~/api/session';
import { FaultNotice } from '~/parts/fault';
import { probe } from './probe';

/** A key is asked for at each visit: it is kept in the memory of this tab and nowhere else. */
export function SignIn({ reason }: { reason: string | undefined }) {
  const id = useId();
  const [fault, setFault] = useState<unknown>();
  const [isAsking, setAsking] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const key = String(new FormData(event.currentTarget).get('key') ?? '').trim();
    if (key === '') return setFault(new Error('Give a server key: it begins with server-.'));
    setAsking(true);
    setFault(undefined);
    try {
      await probe(key);
      begin({ key });
    } catch (error) {
      setFault(error);
    } finally {
      setAsking(false);
    }
  };

  return (
    <main className="sign-in card">
      <h1>Sign in</h1>
      {reason && <div className="notice warn">{reason}</div>}
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <div className="stack tight">
          <label htmlFor={id}>Server key</label>
          <input
            id={id}
            name="key"
            type="password"
            autoComplete="off"
            spellCheck={false}
            autoFocus
            aria-describedby={`${id}-hint`}
          />
          <span id={`${id}-hint`} className="soft small">
            The first start wrote one into <code>keys.json</code> of its data folder, or printed it. It stays
            in the memory of this tab: a reload asks for it again.
          </span>
        </div>
        {fault !== undefined && <FaultNotice error={fault} />}
        <div className="row">
          <button type="submit" className="primary" disabled={isAsking}>
            {isAsking ? 'Asking …' : 'Sign in'}
          </button>
        </div>
      </form>
    </main>
  );
}
