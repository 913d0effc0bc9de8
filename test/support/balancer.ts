import type { ServiceProcess } from './service-process';

const lookEachMs = 20;

/** Sends callers in turn to the processes that say they are ready, as one stands before a service in production. */
export class Balancer {
  private ready: ServiceProcess[] = [];
  private readonly watches = new Set<NodeJS.Timeout>();
  private turn = 0;

  add(service: ServiceProcess): void {
    const leave = (): void => {
      this.ready = this.ready.filter((each) => each !== service);
      if (service.isRunning) return;
      clearInterval(watch);
      this.watches.delete(watch);
    };
    const enter = (): void => {
      if (!this.ready.includes(service)) this.ready.push(service);
    };
    const look = (): void => {
      service.api
        .send('GET', '/health/ready')
        .then(({ status }) => (status === 200 ? enter() : leave()), leave);
    };
    enter();
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
