import { useEffect, useId, useState, type FormEvent } from 'react';
import type { Wire } from '~/api/client';
import { Refusal } from '~/api/faults';
import { begin } from '~/api/session';
import { Badge } from '~/parts/badge';
import { FaultNotice } from '~/parts/fault';
import { router } from '~/routes';
import { isLedBack, leaveForIssuer, settings, tokenOfAnswer, type SignInSettings } from './issuer';
import { acceptInvitation, environmentsOf, identityOf } from './probe';

/** Somebody whom the issuer knows. */
interface User {
  token: string;
  /** Undefined: no member of an account yet. */
  environments: Wire['Environment'][] | undefined;
}

/** By a key, or as the user of an issuer where the service has one. Either is kept in the memory of this tab and nowhere else. */
export function SignIn({ reason }: { reason: string | undefined }) {
  const [issuer, setIssuer] = useState<SignInSettings | null>(null);
  const [user, setUser] = useState<User>();
  const [fault, setFault] = useState<unknown>();

  useEffect(() => {
    enter(setIssuer, setUser).catch(setFault);
  }, []);

  return (
    <main className="sign-in card">
      <h1>Sign in</h1>
      {reason && <div className="notice warn">{reason}</div>}
      {fault !== undefined && <FaultNotice error={fault} />}
      {user ? (
        <Where of={user} onUser={setUser} onFault={setFault} />
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
  choose: (user: User) => void,
): Promise<void> {
  const issuer = await settings();
  told(issuer);
  if (!issuer || !isLedBack()) return;
  const { token, back } = await tokenOfAnswer(issuer);
  await router.navigate(back || '/', { replace: true });
  await goOn(token, choose);
}

async function goOn(token: string, choose: (user: User) => void): Promise<void> {
  try {
    const environments = await environmentsOf(token);
    const [only] = environments;
    if (only && environments.length === 1) begin({ token, environmentId: only.id });
    else choose({ token, environments });
  } catch (error) {
    const isStranger = error instanceof Refusal && error.code === 'AccessDeniedError';
    if (isStranger) choose({ token, environments: undefined });
    throw error;
  }
}

function Where({
  of: { token, environments },
  onUser,
  onFault,
}: {
  of: User;
  onUser: (user: User) => void;
  onFault: (fault: unknown) => void;
}) {
  if (!environments)
    return <Invitation onAccept={(invitation) => accept(token, invitation, onUser, onFault)} />;
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

async function accept(
  token: string,
  invitation: string,
  onUser: (user: User) => void,
  onFault: (fault: unknown) => void,
): Promise<void> {
  onFault(undefined);
  try {
    await acceptInvitation(token, invitation);
    await goOn(token, onUser);
  } catch (error) {
    onFault(error);
  }
}

/** For who is no member yet, and was invited. */
function Invitation({ onAccept }: { onAccept: (invitation: string) => Promise<void> }) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void onAccept(String(new FormData(event.currentTarget).get('invitation') ?? '').trim());
  };
  return (
    <form className="stack" onSubmit={submit}>
      <div className="stack tight">
        <label htmlFor={id}>Were you invited? The token of the invitation</label>
        <input id={id} name="invitation" type="text" autoComplete="off" spellCheck={false} required />
      </div>
      <div>
        <button type="submit" className="primary">
          Accept the invitation
        </button>
      </div>
    </form>
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
