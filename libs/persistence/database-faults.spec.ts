import { pino } from 'pino';
import { Metrics } from '#libs/telemetry/metrics';
import { DatabaseFaults } from './database-faults';

const fault = (code: string, message = `says ${code}`): Error => Object.assign(new Error(message), { code });

describe('faults of the database', () => {
  let lines: Record<string, unknown>[];
  let metrics: Metrics;
  let faults: DatabaseFaults;

  beforeEach(() => {
    lines = [];
    metrics = new Metrics();
    const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
    faults = new DatabaseFaults(pino({}, { write }), metrics);
  });

  it('are told with SQLSTATE or code of the socket, reason and operation', () => {
    faults.note(fault('53100', 'could not extend file: No space left on device'), 'POST /api/v1/usage');
    faults.note(fault('ECONNREFUSED'), 'readiness');
    faults.note(
      new Error('Connection terminated in a transaction', { cause: fault('57P01') }),
      'createAddon',
    );
    faults.note(new Error('timeout exceeded when trying to connect'), 'createPlan');
    expect(lines).toEqual([
      expect.objectContaining({
        code: '53100',
        reason: 'could not extend file: No space left on device',
        operation: 'POST /api/v1/usage',
      }),
      expect.objectContaining({ code: 'ECONNREFUSED', operation: 'readiness' }),
      expect.objectContaining({ code: '57P01', operation: 'createAddon' }),
      expect.objectContaining({ code: 'none', reason: 'timeout exceeded when trying to connect' }),
    ]);
  });

  it('have a line a second for each code, however many requests fail, and all of them are counted', async () => {
    for (let request = 0; request < 1000; request++) faults.note(fault('53300'), 'listProducts');
    // Two where the thousand took longer than a second.
    expect(lines.length).toBeLessThan(10);
    expect(await metrics.render()).toContain('database_faults_total{code="53300"} 1000');
  });

  it('are nothing else that may be thrown', () => {
    for (const error of [fault('23505'), fault('42601'), new Error('a bug'), undefined])
      faults.note(error, 'listProducts');
    expect(lines).toEqual([]);
  });
});
