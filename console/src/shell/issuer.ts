import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { begin, credential } from '~/api/session';

/** As the service was told to have people sign in; null: by a key alone. */
export interface SignInSettings {
  issuer: string;
  audience: string;
  clientId: string;
  scope: string;
}

export async function settings(): Promise<SignInSettings | null> {
  const response = await fetch('/console/settings.json', { credentials: 'omit' });
  return ((await response.json()) as { signIn: SignInSettings | null }).signIn;
}

/**
 * The authorization code with PKCE. While somebody is at the issuer, the tab keeps what proves the answer (state and verifier) in its
 * session storage, and takes it out with the answer; tokens are in memory alone.
 */
function managerOf({ issuer, audience, clientId, scope }: SignInSettings): UserManager {
  return new UserManager({
    ...{ authority: issuer, client_id: clientId, scope, redirect_uri: `${location.origin}/console` },
    ...{ response_type: 'code', extraQueryParams: { audience } },
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: false,
  });
}

/** Goes to the issuer, and comes back to where the reader is. */
export const leaveForIssuer = (of: SignInSettings): Promise<void> =>
  managerOf(of).signinRedirect({ state: location.pathname.replace(/^\/console/, '') + location.search });

/** Whether the address is one that the issuer led back to. */
export const isLedBack = (): boolean => {
  const search = new URLSearchParams(location.search);
  return search.has('state') && (search.has('code') || search.has('error'));
};

/**
 * The token behind the answer of the issuer, and where the reader was before. The answer is taken out of the address. Where the issuer gives a token to refresh it by, it is
 * kept fresh for as long as the tab is open.
 * @throws where the issuer refused, or the answer is not to a question of this tab
 */
export async function tokenOfAnswer(of: SignInSettings): Promise<{ token: string; back: string }> {
  const manager = managerOf(of);
  const answer = location.href;
  history.replaceState(null, '', '/console');
  const user = await manager.signinCallback(answer);
  if (!user) throw new Error('The issuer told nobody');
  manager.events.addAccessTokenExpiring(() => {
    if (user.refresh_token) void manager.signinSilent().catch(() => undefined);
  });
  manager.events.addUserLoaded(({ access_token: token }) => {
    const now = credential();
    if (now && 'token' in now) begin({ token, environmentId: now.environmentId });
  });
  return { token: user.access_token, back: typeof user.state === 'string' ? user.state : '/' };
}
