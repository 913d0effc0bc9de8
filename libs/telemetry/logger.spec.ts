import { Logger as NestFacade } from '@nestjs/common';
import { newKeySecret } from '#libs/credentials/key-secret';
import { createLogger, NestLogger } from './logger';

type Settings = Parameters<typeof createLogger>[0];
type Line = Record<string, unknown> & { level: string; msg: string };

const pepper = 'k3Vt9_qLw2Zx8Rb5';
const jsonAt = (logLevel: Settings['logLevel']): Settings => ({
  logLevel,
  logFormat: 'json',
  apiKeyPeppers: [pepper],
  sealingKeys: undefined,
});

const open = (settings: Settings = jsonAt('trace'), bindings?: () => object) => {
  const written: string[] = [];
  const logger = createLogger(settings, { write: (line: string) => void written.push(line) }, bindings);
  const lines = (): Line[] => written.map((line) => JSON.parse(line) as Line);
  return { logger, lines, text: () => written.join(''), written };
};

const serverKey = newKeySecret('server-');
const clientKey = newKeySecret('client-');
const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyLTEifQ.c2lnbmF0dXJlLXNpZ25hdHVyZQ';

describe('log lines', () => {
  it('are JSON with level, time and message', () => {
    const { logger, lines } = open();
    logger.warn({ useCase: 'createAddon' }, 'slow');

    expect(lines()).toEqual([
      expect.objectContaining({ level: 'warn', useCase: 'createAddon', msg: 'slow' }),
    ]);
    expect(lines()[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it('LOG_LEVEL keeps the quieter ones out', () => {
    const { logger, lines } = open(jsonAt('warn'));
    logger.info('quiet');
    logger.error('loud');

    expect(lines().map(({ msg }) => msg)).toEqual(['loud']);
  });

  it('carry the request id that holds when they are written', () => {
    const context = { requestId: 'one' };
    const { logger, lines } = open(jsonAt('info'), () => context);
    logger.info({ own: 1 }, 'first');
    context.requestId = 'two';
    logger.child({ part: 'child' }).info('second');

    expect(lines()).toMatchObject([
      { requestId: 'one', own: 1 },
      { requestId: 'two', part: 'child' },
    ]);
    expect(context).toEqual({ requestId: 'two' });
  });

  it('LOG_FORMAT=pretty writes text for people, with the same secrets out', () => {
    const { logger, text } = open({ ...jsonAt('info'), logFormat: 'pretty' });
    logger.info({ apiKey: 'hunter2hunter2' }, `started with ${serverKey}\u001b[2J`);

    expect(text()).toContain('started with server-[redacted]\\u001b[2J');
    expect(text()).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] INFO/);
    expect(text()).not.toContain('hunter2');
    expect(text()).not.toContain(serverKey);
  });
});

describe('L-01: secrets never reach the log', () => {
  it.each([
    ['a server key', serverKey],
    ['a publishable key', clientKey],
    ['a JWT', token],
    ['a JWT without its signature', token.split('.').slice(0, 2).join('.')],
    ['a webhook secret', `whsec_${Buffer.from('twenty-four bytes of it').toString('base64')}`],
    ['the pepper', pepper],
  ])('%s is taken out of messages, values, lists, keys of objects and bindings', (_, secret) => {
    const { logger, text, lines } = open(jsonAt('info'), () => ({ bound: `bound ${secret}` }));
    logger.info(`message ${secret}, and again ${secret}.`);
    logger.info({ value: secret, deep: { list: [{ text: `in a list ${secret}` }] }, [secret]: 1 }, 'object');
    logger.info('formatted %s %j', secret, { value: secret });
    logger.child({ child: secret }).info('child');
    logger.error(new Error(`cannot use ${secret}`));
    logger.info(`line one\n${secret}\ttab`);

    expect(text()).not.toContain(secret);
    expect(lines()).toHaveLength(6);
    expect(lines()[0]?.msg).toMatch(/^message .*\[redacted\], and again .*\[redacted\]/);
  });

  it('the password of an address is taken out, the rest of the address stays', () => {
    const { logger, lines } = open();
    logger.error({ err: new Error('cannot reach postgres://app:hunter2@db:5432/main') }, 'down');

    expect(lines()[0]?.err).toMatchObject({
      message: 'cannot reach postgres://app:[redacted]@db:5432/main',
    });
  });

  it.each([
    'secret',
    'clientSecret',
    'password',
    'newPassword',
    'token',
    'accessToken',
    'refresh_token',
    'apiKey',
    'api_key',
    'serverKey',
    'privateKey',
    'key',
    'authorization',
    'Authorization',
    'x-api-key',
    'X-API-KEY',
    'cookie',
    'set-cookie',
    'apiKeyPepper',
  ])('the member %s is taken out at any depth, whatever its value', (name) => {
    const { logger, text, lines } = open();
    logger.info({ [name]: 'hunter2', kept: 'stays' }, 'top');
    logger.info({ body: { a: [{ [name]: 'say \\"hunter2\\"', kept: 'stays' }] } }, 'deep');
    logger.info({ [name]: ['hunter2', 'hunter2'], kept: 'stays' }, 'list');
    logger.info({ [name]: { a: 'hunter2', b: { c: ']}"hunter2' } }, kept: 'stays' }, 'object');
    logger.info({ [name]: 1234567, kept: 'stays' }, 'number');
    logger.child({ [name]: 'hunter2' }).info({ kept: 'stays' }, 'child');

    expect(text()).not.toContain('hunter2');
    expect(text()).not.toContain('1234567');
    expect(text().match(/\[redacted\]/g)).toHaveLength(6);
    expect(text().match(/"kept":"stays"/g)).toHaveLength(6);
    expect(lines()).toHaveLength(6);
  });

  it('a key glued to other text is still found', () => {
    const { logger, text } = open();
    logger.info(`eyJx${serverKey}y and x\n${token}`);

    expect(text()).not.toContain(serverKey);
    expect(text()).not.toContain(token);
  });

  it.each(['eyJ', '://a:', '&token', 'bearer a', '"key":', 'server-'])(
    'a long text of %j costs no more than its length',
    (repeated) => {
      const { logger, lines } = open();
      const hostile = repeated.repeat(300_000);
      logger.info({ hostile, secret: 'hunter2' }, 'hostile');

      expect(lines()[0]).toMatchObject({ hostile, secret: '[redacted]' });
    },
  );

  it('what only looks alike stays readable', () => {
    const harmless = {
      idempotencyKey: 'order-7',
      maxTokens: 5,
      keyPrefix: 'server-',
      apiKeyId: 'k-1',
      hasPassword: true,
      token: null,
      note: 'the "secret": is out',
      at: 'keyJson.parse()',
      link: 'https://example.com/plans/client-side?limit=5',
    };
    const { logger, lines } = open();
    logger.info(harmless, 'the bearer of basic news, key first');

    expect(lines()[0]).toMatchObject({ ...harmless, msg: 'the bearer of basic news, key first' });
  });
});

describe('L-02: a key in any place of a request', () => {
  // Malformed keys are no less secret: one letter more is enough to make one.
  it.each([
    ['well formed', serverKey],
    ['mistyped', `${serverKey}x`],
  ])('%s: redacted in Authorization, body, query and error cause', (_, key) => {
    const { logger, text } = open();
    const cause = new Error(`no key ${serverKey}`, { cause: new Error(`inner ${serverKey}`) });
    logger.info({ req: { headers: { authorization: `Bearer ${key}`, 'x-api-key': key } } }, 'header');
    logger.info({ body: { name: 'new key', secret: key, nested: { apiKey: key } } }, 'body');
    logger.info({ url: `/api/v1/customers?limit=5&api_key=${key}&after=x` }, `GET /customers?token=${key}`);
    logger.error({ err: new Error('outer', { cause }) }, 'cause');
    logger.info(`Authorization: Bearer ${key}`);

    expect(text()).not.toContain(serverKey.slice(7));
    expect(text()).toContain('limit=5&api_key=[redacted]&after=x');
  });

  it('errors tell type, stack, code and causes, but no parameters of a query', () => {
    const { logger, lines, text } = open();
    const driver = Object.assign(new Error('duplicate key'), {
      code: '23505',
      constraint: 'uq_customer_id',
      detail: 'Key (email)=(ann@example.com) already exists.',
      parameters: ['ann@example.com'],
    });
    logger.error({ err: new Error('insert failed', { cause: driver }) }, 'unexpected failure');

    expect(lines()[0]?.err).toMatchObject({
      type: 'Error',
      message: 'insert failed',
      stack: expect.stringContaining('logger.spec'),
      cause: { message: 'duplicate key', code: '23505', constraint: 'uq_customer_id' },
    });
    expect(text()).not.toContain('ann@example.com');
  });

  it('errors in a circle or in a crowd end', () => {
    const { logger, lines } = open();
    const circle = new Error('circle');
    circle.cause = circle;
    logger.error({ err: circle }, 'circle');
    logger.error(new AggregateError([new Error('one'), 'two'], 'crowd'));

    expect(JSON.stringify(lines()[0]).match(/"message":"circle"/g)).toHaveLength(6);
    expect(lines()[1]?.err).toMatchObject({ message: 'crowd', errors: [{ message: 'one' }, 'two'] });
  });
});

describe('L-03: one event is one line', () => {
  const hostile = 'user\r\n{"level":"info","msg":"forged"}\u001b[31m\u009b2J\u2028\u202e';

  it('CR, LF and ANSI of callers stay escaped, and the value survives', () => {
    const { logger, written, lines } = open();
    logger.info({ name: hostile, [hostile]: 1 }, `hello ${hostile}`);
    logger.error(new Error(hostile));

    expect(written).toHaveLength(2);
    for (const line of written) {
      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/);
    }
    expect(lines()[0]).toMatchObject({ name: hostile, msg: `hello ${hostile}` });
  });

  it('lone surrogates and long texts stay valid JSON', () => {
    const { logger, lines } = open();
    logger.info({ name: '\ud800', long: `"${'\\'.repeat(100_001)}`, secret: '\\"' }, '\udfff');

    expect(lines()[0]).toMatchObject({ name: '\ud800', secret: '[redacted]', msg: '\udfff' });
  });
});

describe("Nest's messages", () => {
  const nest = () => {
    const opened = open();
    return { ...opened, nest: new NestLogger(opened.logger) };
  };

  it('keep their level, but for the routine ones of a start which are debug, and name their context', () => {
    const { nest: adapter, lines } = nest();
    adapter.log('started', 'NestFactory');
    adapter.warn('careful');
    adapter.debug('detail', 'Router');
    adapter.verbose('more', 'Router');
    adapter.fatal('over', 'Main');

    expect(lines().map(({ level, msg, context }) => [level, msg, context])).toEqual([
      ['debug', 'started', 'NestFactory'],
      ['warn', 'careful', undefined],
      ['debug', 'detail', 'Router'],
      ['trace', 'more', 'Router'],
      ['fatal', 'over', 'Main'],
    ]);
  });

  it('tell errors with their stack, however they are handed over', () => {
    const { nest: adapter, lines } = nest();
    const error = new Error('broken');
    adapter.error(error, 'Worker');
    adapter.error('job failed', error, 'Worker');
    adapter.error('job failed', error.stack, 'Worker');
    adapter.error('job failed', undefined, 'Worker');

    expect(lines()).toMatchObject([
      { msg: 'broken', context: 'Worker', err: { message: 'broken', stack: error.stack } },
      { msg: 'job failed', context: 'Worker', err: { message: 'broken' } },
      { msg: 'job failed', context: 'Worker', err: { stack: error.stack } },
      { msg: 'job failed', context: 'Worker' },
    ]);
    expect(lines()[3]).not.toHaveProperty('err');
  });

  it('keep objects as details', () => {
    const { nest: adapter, lines } = nest();
    adapter.log({ routes: 5 }, 'Router');
    adapter.log('mapped', { path: '/x' }, 'Router');

    expect(lines()).toMatchObject([
      { msg: 'no message', details: [{ routes: 5 }], context: 'Router' },
      { msg: 'mapped', details: [{ path: '/x' }], context: 'Router' },
    ]);
  });

  it("serve Nest's own facade", () => {
    const { nest: adapter, lines } = nest();
    NestFacade.overrideLogger(adapter);
    new NestFacade('Mailer').error('not sent', new Error('refused').stack);
    NestFacade.overrideLogger(false);

    expect(lines()).toMatchObject([{ level: 'error', msg: 'not sent', context: 'Mailer' }]);
  });
});
