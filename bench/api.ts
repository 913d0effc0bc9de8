import { headersOf } from './cases/requests';

/** Asks the service as one who makes what is measured. @throws Error with the answer unless it is served */
export const apiOf =
  (url: string, key: string) =>
  async (method: 'POST' | 'PATCH' | 'PUT', path: string, body: object): Promise<void> => {
    const sent = { method, headers: headersOf(key), body: JSON.stringify(body) };
    const whole = path.startsWith('/api/') ? path : `/api/v1${path}`;
    const answer = await fetch(`${url}${whole}`, sent);
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`);
  };
