import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess } from './service-process';

/** The wall clock of a process of the service, as if somebody set that of its machine. */
export class SetClock {
  private aheadMs = 0;
  private readonly file: string;

  /** @param home a folder that is the test's own */
  constructor(home: string) {
    this.file = join(home, 'clock-ahead');
    this.write();
  }

  /** By which the process is started. */
  get variables(): Record<string, string> {
    const preload = join(__dirname, 'shifting-clock.cjs');
    return { CLOCK_AHEAD_FILE: this.file, NODE_OPTIONS: `--require ${preload}` };
  }

  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }

  /** Returns when the process goes by it. */
  async setTo(service: ServiceProcess, instant: Date): Promise<void> {
    this.aheadMs = instant.getTime() - Date.now();
    this.write();
    const told = `the clock is ahead by ${this.aheadMs} ms\n`;
    const before = service.output.split(told).length;
    service.signal('SIGUSR2');
    while (service.output.split(told).length === before) await pause(2);
  }

  jump(service: ServiceProcess, byMs: number): Promise<void> {
    return this.setTo(service, new Date(this.now().getTime() + byMs));
  }

  private write(): void {
    writeFileSync(this.file, String(this.aheadMs));
  }
}
