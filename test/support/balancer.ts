import type { ServiceProcess } from './service-process';

const lookEachMs = 20;

/** Sends callers in turn to the processes that say they are ready, as one stands before a service in production. */
export class Balancer {
  private ready: ServiceProcess[] = [];
  private readonly watches = new Set<NodeJS.Timeout>();
  private turn = 0;

  add(service: ServiceProcess): void {
    this.ready.push(service);
    const leave = (): void => {
      clearInterval(watch);
      this.watches.delete(watch);
      this.ready = this.ready.filter((each) => each !== service);
    };
    const look = (): void => {
      service.api.send('GET', '/health/ready').then(({ status }) => status === 200 || leave(), leave);
    };
    const watch = setInterval(look, lookEachMs);
    this.watches.add(watch);
  }

  next(): ServiceProcess {
    const service = this.ready[this.turn++ % this.ready.length];
    if (!service) throw new Error('No process is ready');
    return service;
  }

  close(): void {
    for (const watch of this.watches) clearInterval(watch);
  }
}
