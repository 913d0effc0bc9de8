import { useIdentity } from '~/api/access';
import { api } from '~/api/client';
import { begin, credential } from '~/api/session';
import { Badge } from '~/parts/badge';

/** In which environment the reader is; a user may go to another one. */
export function PlaceOfUser() {
  const { environment, kind } = useIdentity();
  const isUser = kind === 'USER';
  const environments = api.useQuery('get', '/api/v1/environments', {}, { enabled: isUser });
  const others = environments.data?.data ?? [];
  const go = (environmentId: string) => {
    const now = credential();
    if (now && 'token' in now) begin({ token: now.token, environmentId });
  };
  return (
    <span className="row">
      {isUser && others.length > 1 ? (
        <select aria-label="Environment" value={environment.id} onChange={(event) => go(event.target.value)}>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <span className="small">{environment.name}</span>
      )}
      <Badge of={environment.type} tone={environment.type === 'PRODUCTION' ? 'bad' : 'accent'} />
    </span>
  );
}
