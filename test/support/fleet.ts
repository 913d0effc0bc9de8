import { newKeySecret } from '#libs/credentials/key-secret';
import type { ApiClient } from './client';
import { ServiceProcess } from './service-process';

/** Several processes of the service, that all take the same key. */
export class Fleet {
  readonly services: ServiceProcess[] = [];
  private readonly serverKey = newKeySecret('server-');

  /**
   * Starts so many at once, as a deployment does.
   * @param variables DATABASE_URL, and whatever else an operator would set
   */
  async join(count: number, variables: Record<string, string>): Promise<ServiceProcess[]> {
    const start = (): Promise<ServiceProcess> =>
      ServiceProcess.start({ BOOTSTRAP_SERVER_KEY: this.serverKey, ...variables });
    const starts = await Promise.allSettled(Array.from({ length: count }, start));
    const joined = starts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    this.services.push(...joined);
    const failed = starts.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
    return joined;
  }

  get apis(): ApiClient[] {
    return this.services.map(({ api }) => api);
  }

  /** SIGKILL for each that still runs. */
  async kill(): Promise<void> {
    await Promise.all(this.services.map((service) => service.kill()));
  }
}
