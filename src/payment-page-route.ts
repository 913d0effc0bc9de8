import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorReplies } from '#libs/http/error-replies';
import { soon } from '#libs/kernel/soon';
import type { RateLimits } from '#libs/security/rate-limits';
import type { CheckoutPage, CheckoutUse, PageAddress, SandboxPages } from '#modules/billing/payments';
import {
  checkoutDocument,
  checkoutStepDocument,
  confirmationDocument,
  endedCheckoutDocument,
  plainDocument,
  styleSource,
} from './payment-pages';

declare module 'fastify' {
  interface FastifyReply {
    /** Of a page for payers: where its form may lead, besides here. */
    formTargets?: readonly string[];
  }
}

interface Serving {
  pages: SandboxPages;
  limits: RateLimits;
  replies: ErrorReplies;
}

/** What is answered: a page, or the way to another. */
interface Answer {
  status: number;
  html?: string;
  location?: string;
  /** Addresses to which the form of the page may lead. */
  leadsTo?: readonly string[];
}

const bodyLimit = 4 * 1024;
const formType = 'application/x-www-form-urlencoded';

/**
 * The pages of the sandbox, and where payers are led whom the vendor leads nowhere. The address alone opens a page, so who guesses is counted as
 * who fails with a credential. ADR-0096
 */
export function installPaymentPages(fastify: FastifyInstance, serving: Serving): void {
  void fastify.register((scope, _options, done) => {
    takeForms(scope);
    guard(scope, serving);
    scope.addHook('onSend', (_request, reply, _payload, sent) => {
      void reply.headers(headersOf(reply.formTargets ?? []));
      sent();
    });
    servePages(scope, serving);
    done();
  });
}

function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit }, (_request, body, parsed) =>
    parsed(null, new URLSearchParams(body as string)),
  );
}

/** Faults are told as pages, too: who pays reads no JSON. */
function guard(scope: FastifyInstance, { limits, replies }: Serving): void {
  const refuse = (reply: FastifyReply, error: unknown): void => {
    const { status, headers } = replies.answerTo(reply, error);
    const [title, text] = faults.get(status) ?? otherFault;
    void reply.headers(headers);
    void send(reply, { status, html: plainDocument(title, text) });
  };
  scope.setErrorHandler((error, _request, reply) => refuse(reply, error));
  scope.addHook('onRequest', (request, reply, admitted) => {
    const untrusted = (error: unknown): void => refuse(reply, error);
    Promise.resolve(soon(limits.requireTrusted(request.ip), () => admitted())).catch(untrusted);
  });
}

const otherFault: [string, string] = ['This did not work', 'Something went wrong. Try again in a moment.'];
const faults = new Map<number, [title: string, text: string]>([
  [413, ['This was too much', 'The page takes no more than its own form sends.']],
  [415, ['This could not be read', 'The page takes what its own form sends.']],
  [429, ['Too many attempts', 'Wait a minute, then try again.']],
]);

function servePages(scope: FastifyInstance, { pages, limits }: Serving): void {
  const serve =
    (answer: (at: PageAddress, form: URLSearchParams) => Promise<Answer | undefined>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { params, body } = request;
      const form = body instanceof URLSearchParams ? body : new URLSearchParams();
      const found = await answer(params as PageAddress, form);
      if (!found) await limits.noteFailure(request.ip);
      return send(reply, found ?? unknown);
    };
  const checkout = '/pay/:environmentId/:reference';
  const confirmation = '/pay/:environmentId/confirmations/:reference';
  scope.get(
    checkout,
    serve(async (at) => shown(await pages.checkout(at), pages)),
  );
  scope.post(
    checkout,
    { bodyLimit },
    serve(async (at, form) => {
      const methodRef = form.get('method') ?? '';
      const used = await pages.useCheckout(at, { act: form.get('act') ?? '', methodRef });
      return used && afterUse(used.page, used.use, methodRef, pages);
    }),
  );
  scope.get(
    confirmation,
    serve(async (at) => {
      const payment = await pages.confirmation(at);
      return payment && { status: 200, html: confirmationDocument(payment) };
    }),
  );
  scope.post(
    confirmation,
    { bodyLimit },
    serve(async (at, form) => {
      const payment = await pages.useConfirmation(at, form.get('act') ?? '');
      return payment && { status: 200, html: confirmationDocument(payment) };
    }),
  );
  for (const [path, html] of neutral)
    scope.get(path, (_request, reply) => send(reply, { status: 200, html }));
}

/** Where payers are led whom the vendor leads nowhere. */
const neutral = [
  ['/pay/done', plainDocument('Thank you', 'Your payment was taken. You can close this page.')],
  [
    '/pay/canceled',
    plainDocument('Nothing was paid', 'You went back before paying. You can close this page.'),
  ],
] as const;

const unknown: Answer = {
  status: 404,
  html: plainDocument(
    'There is no such page',
    'Look at the address, or ask for a new one where you came from.',
  ),
};

const leadsTo = ({ successUrl, cancelUrl }: CheckoutPage): string[] => [successUrl, cancelUrl];

function shown(page: CheckoutPage | undefined, { methods }: SandboxPages): Answer | undefined {
  if (!page) return undefined;
  const { state } = page;
  if (state === 'OPEN') return { status: 200, html: checkoutDocument(page, methods), leadsTo: leadsTo(page) };
  return { status: state === 'PAID' ? 200 : 410, html: endedCheckoutDocument(page, state) };
}

const unpaid = {
  DECLINED: [402, 'This method was declined. Nothing was paid; try another one.'],
  REFUSED: [402, 'You refused this payment. Nothing was paid; try again, or choose another method.'],
  UNCLEAR: [400, 'Choose how you pay.'],
} as const;

function afterUse(
  page: CheckoutPage,
  use: CheckoutUse,
  methodRef: string,
  pages: SandboxPages,
): Answer | undefined {
  const forms = { leadsTo: leadsTo(page) };
  switch (use) {
    case 'LEFT':
      return { status: 303, location: page.cancelUrl };
    case 'PAID':
      return { status: 303, location: page.successUrl };
    case 'OVER':
      // Who sends the form twice has paid once, and goes on.
      return page.state === 'PAID' ? { status: 303, location: page.successUrl } : shown(page, pages);
    case 'TO_BE_CONFIRMED':
      return { status: 200, html: checkoutStepDocument(page, methodRef), ...forms };
    default: {
      const [status, message] = unpaid[use];
      return { status, html: checkoutDocument(page, pages.methods, { message, methodRef }), ...forms };
    }
  }
}

function send(
  reply: FastifyReply,
  { status, html = '', location, leadsTo: targets = [] }: Answer,
): FastifyReply {
  reply.formTargets = targets.map((url) => new URL(url).origin);
  if (location !== undefined) reply.header('location', location);
  return reply.status(status).header('content-type', 'text/html; charset=utf-8').send(html);
}

/** Browsers hold the redirection that follows a form to `form-action`, too. */
function headersOf(targets: readonly string[]): Record<string, string> {
  const forms = [...new Set(["'self'", ...targets])].join(' ');
  return {
    'cache-control': 'no-store',
    'content-security-policy':
      `default-src 'none'; style-src ${styleSource}; form-action ${forms}; ` +
      `base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  };
}
