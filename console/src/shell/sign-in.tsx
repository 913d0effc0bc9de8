import { useEffect, useId, useState, type FormEvent } from 'react';
import type { Wire } from '~/api/client';
import { begin } from '~/api/session';
import { Badge } from '~/parts/badge';
import { FaultNotice } from '~/parts/fault';
import { router } from '~/routes';
import { isLedBack, leaveForIssuer, settings, tokenOfAnswer, type SignInSettings } from './issuer';
import { environmentsOf, identityOf } from './probe';

interface Chosen {
  token: string;
  environments: Wire['Environment'][];
}

/** By a key, or as the user of an issuer where the service has one. Either is kept in the memory of this tab and nowhere else. */
export function SignIn({ reason }: { reason: string | undefined }) {
  const [issuer, setIssuer] = useState<SignInSettings | null>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const [fault, setFault] = useState<unknown>();

  useEffect(() => {
    enter(setIssuer, setChosen).catch(setFault);
  }, []);

  return (
    <main className="sign-in card">
      <h1>Sign in</h1>
      {reason && <div className="notice warn">{reason}</div>}
      {fault !== undefined && <FaultNotice error={fault} />}
      {chosen ? (
        <Environments of={chosen} />
      ) : (
        <>
          {issuer && (
            <button
              type="button"
              className="primary"
              onClick={() => void leaveForIssuer(issuer).catch(setFault)}
            >
              Sign in at {new URL(issuer.issuer).host}
            </button>
          )}
          <ByKey isSecond={issuer !== null} onFault={setFault} />
        </>
      )}
    </main>
  );
}

/** Whoever comes back from the issuer is signed in, where there is but one environment to choose. */
async function enter(
  told: (issuer: SignInSettings | null) => void,
  choose: (chosen: Chosen) => void,
): Promise<void> {
  const issuer = await settings();
  told(issuer);
  if (!issuer || !isLedBack()) return;
  const { token, back } = await tokenOfAnswer(issuer);
  await router.navigate(back || '/', { replace: true });
  const environments = await environmentsOf(token);
  const [only] = environments;
  if (only && environments.length === 1) begin({ token, environmentId: only.id });
  else choose({ token, environments });
}

function Environments({ of: { token, environments } }: { of: Chosen }) {
  if (environments.length === 0)
    return <p>You have a role in no environment. Ask an owner of the account.</p>;
  return (
    <div className="stack">
      <h2>Where to?</h2>
      {environments.map(({ id, name, type }) => (
        <button key={id} type="button" onClick={() => begin({ token, environmentId: id })}>
          {name} <Badge of={type} tone={type === 'PRODUCTION' ? 'bad' : 'accent'} />
        </button>
      ))}
    </div>
  );
}

function ByKey({ isSecond, onFault }: { isSecond: boolean; onFault: (fault: unknown) => void }) {
  const id = useId();
  const [isAsking, setAsking] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const key = String(new FormData(event.currentTarget).get('key') ?? '').trim();
    if (key === '') return onFault(new Error('Give a server key: it begins with server-.'));
    setAsking(true);
    onFault(undefined);
    try {
      await identityOf(key);
      begin({ key });
    } catch (error) {
      onFault(error);
    } finally {
      setAsking(false);
    }
  };

  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <div className="stack tight">
        <label htmlFor={id}>Server key</label>
        <input
          id={id}
          name="key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          autoFocus={!isSecond}
          aria-describedby={`${id}-hint`}
        />
        <span id={`${id}-hint`} className="soft small">
          The first start wrote one into <code>keys.json</code> of its data folder, or printed it. It stays in
          the memory of this tab: a reload asks for it again.
        </span>
      </div>
      <div className="row">
        <button type="submit" className={isSecond ? undefined : 'primary'} disabled={isAsking}>
          {isAsking ? 'Asking …' : 'Sign in'}
        </button>
      </div>
    </form>
  );
}
