import { headersOf } from './cases/requests';

/** Asks the service as one who makes what is measured. @throws Error with the answer unless it is served */
export const apiOf =
  (url: string, key: string) =>
  async (method: 'POST' | 'PATCH', path: string, body: object): Promise<void> => {
    const sent = { method, headers: headersOf(key), body: JSON.stringify(body) };
    const answer = await fetch(`${url}/api/v1${path}`, sent);
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`);
  };
