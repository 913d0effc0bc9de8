import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { newKeySecret } from '#libs/credentials/key-secret';
import { ApiClient } from './client';
import { overHttp } from './over-http';
import { isFullSize } from './scenario-scale';
import { testPepper, testSealingKey } from './secrets';

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

const root = join(__dirname, '../..');
const programIn = (home: string): string => join(home, 'dist/src/launch.js');
const addressLine = /listening on (http:\/\/\S+)/;
// Some seconds of computing; a machine that many others share takes its time.
const startLimitMs = 180_000;
const lastWordsMs = 1000;

/** The variables of every start: no limits, no colour, a port of the system's choice. */
const usual = {
  PORT: '0',
  API_KEY_PEPPER: testPepper,
  SEALING_KEYS: testSealingKey,
  RATE_LIMIT_ENABLED: 'false',
  LOG_LEVEL: 'warn',
  LOG_FORMAT: 'json',
};

/**
 * At the least size a process lives for seconds, and a quarter of the CPU of its start went to the compiler that makes hot code
 * faster: it waits seven times as long before it holds something for hot.
 */
const flags = isFullSize ? [] : ['--interrupt-budget=1000000'];

/** The built service in a process of its own, as an operator starts it. */
export class ServiceProcess {
  private text = '';
  private readonly agent = new Agent({ keepAlive: true });
  readonly exited: Promise<Exit>;
  /** Where it listens; set when it does. */
  url = '';
  readonly api: ApiClient;

  private constructor(
    private readonly child: ChildProcess,
    readonly serverKey: string,
  ) {
    const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
    const read = streams.map(async (stream) => {
      stream.setEncoding('utf8').on('data', (more: string) => (this.text += more));
      await once(stream, 'close');
    });
    this.exited = new Promise((resolve) =>
      child.once('exit', (code, signal) => {
        // What it said last may still be on its way; who else has its streams is not waited for.
        void Promise.race([Promise.all(read), pause(lastWordsMs)]).then(() => resolve({ code, signal }));
      }),
    );
    this.api = new ApiClient(
      overHttp(() => this.url, this.agent),
      { key: serverKey },
    );
  }

  /**
   * Returns when it listens.
   * @param variables as an operator would set them; nothing of this process's environment is handed on
   * @param home of another build than this one
   * @throws Error with its output when it ends before
   */
  static async start(variables: Record<string, string>, home = root): Promise<ServiceProcess> {
    const service = ServiceProcess.launch(variables, home);
    const deadline = performance.now() + startLimitMs;
    const ended = service.exited.then(({ code }) => `ended with ${code}`);
    while (service.url === '') {
      const end = await Promise.race([ended, pause(20)]);
      service.url = addressLine.exec(service.text)?.[1] ?? '';
      const isLate = performance.now() > deadline;
      if (service.url !== '' || !(end ?? isLate)) continue;
      await service.kill();
      throw new Error(`The service ${end ?? 'told no address in time'}:\n${service.text}`);
    }
    return service;
  }

  /** Without waiting for anything: for starts that must fail. */
  static launch(variables: Record<string, string>, home = root): ServiceProcess {
    if (home === root) requireBuild();
    const serverKey = variables.BOOTSTRAP_SERVER_KEY ?? newKeySecret('server-');
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, ...usual, BOOTSTRAP_SERVER_KEY: serverKey, ...variables };
    return new ServiceProcess(
      spawn(process.execPath, [...flags, programIn(home)], { cwd: home, env }),
      serverKey,
    );
  }

  get pid(): number {
    return this.child.pid as number;
  }

  get port(): string {
    return new URL(this.url).port;
  }

  /** All that it wrote, to both outputs. */
  get output(): string {
    return this.text;
  }

  /** Lines of the log that tell what nobody foresaw. */
  get faults(): string[] {
    return this.text.split('\n').filter((line) => line.includes('unexpected failure'));
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** SIGKILL. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
    this.agent.destroy();
  }

  /** SIGTERM, and its end; of one that went wrong the last lines are told. */
  async stop(): Promise<Exit> {
    this.child.kill('SIGTERM');
    const exit = await this.exited;
    this.agent.destroy();
    if (exit.code !== 0) process.stdout.write(`${this.text.split('\n').slice(-12).join('\n')}\n`);
    return exit;
  }

  /** Without waiting for the end. */
  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}

const pause = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), ms));

/** `npm test` builds before; a run of jest by hand may lack the build. */
function requireBuild(): void {
  if (existsSync(programIn(root))) return;
  const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`The build failed:\n${built.stdout}${built.stderr}`);
}
