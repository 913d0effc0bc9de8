import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router';
import { Identified } from './api/access';
import { api, queries } from './api/client';
import { useSession } from './api/session';
import { Asked } from './parts/asked';
import { router } from './routes';
import { SignIn } from './shell/sign-in';

export const App = () => (
  // The policy of the page allows no styles within it; those of the library are in our style sheets.
  <CSPProvider disableStyleElements>
    <QueryClientProvider client={queries}>
      <Door />
    </QueryClientProvider>
  </CSPProvider>
);

/** The address stays what it is while somebody signs in, so a link that was sent leads to its screen. */
function Door() {
  const session = useSession();
  if (!('credential' in session)) return <SignIn reason={session.ended?.reason} />;
  const { credential } = session;
  // Whoever goes to another environment begins anew there.
  return <SignedIn key={'token' in credential ? credential.environmentId : 'key'} />;
}

function SignedIn() {
  const identity = api.useQuery('get', '/api/v1/identity');
  return (
    <Asked of={identity}>
      {({ data }) => (
        <Identified value={data}>
          <RouterProvider router={router} />
        </Identified>
      )}
    </Asked>
  );
}
