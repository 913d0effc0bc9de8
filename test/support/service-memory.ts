import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess } from './service-process';

/** What a process holds, when all that nobody holds any more is cleared away. */
export interface Memory {
  heapMb: number;
  residentMb: number;
  /** Timers, sockets and whatever else keeps an event loop busy. */
  handles: number;
}

/** How a service is started that can be asked for its memory. */
export const tellingMemory = { NODE_OPTIONS: `--require ${join(__dirname, 'heap-teller.cjs')}` };

const memoryLine = /memory after gc (\{.*\})/g;
const megabyte = 1024 * 1024;

export async function memoryOf(service: ServiceProcess): Promise<Memory> {
  const told = (): string[] => [...service.output.matchAll(memoryLine)].map(([, line]) => line ?? '');
  const before = told().length;
  service.signal('SIGUSR2');
  while (told().length === before) {
    if (!service.isRunning) throw new Error(`The service has ended:\n${service.output}`);
    await pause(50);
  }
  const {
    heapUsed = 0,
    external = 0,
    rss = 0,
    handles = 0,
  } = JSON.parse(told().at(-1) ?? '{}') as Record<string, number>;
  return { heapMb: (heapUsed + external) / megabyte, residentMb: rss / megabyte, handles };
}
