import { createLogger } from '#libs/telemetry/logger';
import { newContext, runInContext } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { SecurityLog } from './security-log';

describe('security lines', () => {
  const open = () => {
    const written: string[] = [];
    const settings = {
      logLevel: 'info',
      logFormat: 'json',
      apiKeyPeppers: ['k3Vt9_qLw2Zx8Rb5'],
      sealingKeys: undefined,
    } as const;
    const logger = createLogger(settings, { write: (line: string) => void written.push(line) });
    const lines = () => written.map((line) => JSON.parse(line) as Record<string, unknown>);
    return { log: new SecurityLog(logger), lines };
  };
  const from = (address: string, work: () => void): void => {
    const origin = { address, route: 'GET /api/v1/plans', presented: 'API_KEY' } as const;
    runInContext({ ...newContext('request-1', 'REST'), origin }, work);
  };

  it('what a flood was spared of is counted in one line, at the end of its minute or of the process', () => {
    const { log, lines } = open();
    for (let index = 0; index < 1000; index++) {
      from('10.0.0.1', () => log.refused(new DomainError('Unauthenticated')));
    }
    from('10.0.0.2', () => log.refused(new DomainError('Unauthenticated')));
    expect(lines()).toHaveLength(11);
    log.onApplicationShutdown();
    expect(lines()).toHaveLength(12);
    const most = { '10.0.0.1': 1000, '10.0.0.2': 1 };
    expect(lines().at(-1)).toMatchObject({ event: 'credential.failed', leftOut: 990, most });
    log.onApplicationShutdown();
    expect(lines()).toHaveLength(12);
  });

  it('other refusals and faults are not told', () => {
    const { log, lines } = open();
    from('10.0.0.1', () => log.refused(new DomainError('PlanNotFound')));
    from('10.0.0.1', () => log.refused(new Error('a bug')));
    expect(lines()).toEqual([]);
  });
});
