import { createHash } from 'node:crypto';
import { Figures } from '#libs/business/documents/figures';
import { minorUnitDigits, type CurrencyCode } from '#libs/business/values/currency';
import { escaped, page } from '#libs/http/pages';
import type { CheckoutPage, ConfirmationPage, SandboxMethod } from '#modules/billing/payments';

const style = `*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:1.5rem 1rem;color:#1c2430;background:#f2f4f7}
main{max-width:30rem;margin:0 auto;padding:1.5rem;background:#fff;border:1px solid #d5dae1;border-radius:.5rem;overflow-wrap:anywhere}
h1{font-size:1.35rem;margin:0 0 .5rem}p{margin:.5rem 0}.sum{font-size:1.5rem;font-weight:600}
.note{color:#4a5565}.alert{padding:.6rem .8rem;color:#8f1d14;background:#fdf1f0;border-left:4px solid #8f1d14}
fieldset{margin:1rem 0;padding:.5rem .8rem;border:1px solid #6b7584;border-radius:.4rem}legend{padding:0 .3rem;font-weight:600}
label{display:flex;gap:.6rem;align-items:center;padding:.5rem 0;min-height:2.75rem}
input{width:1.25rem;height:1.25rem;margin:0;flex:none;accent-color:#0b4fd6}
button{display:block;width:100%;min-height:2.75rem;margin:.6rem 0 0;padding:.5rem;font:inherit;border-radius:.4rem;cursor:pointer;overflow-wrap:anywhere;border:1px solid #0b4fd6}
.main{color:#fff;background:#0b4fd6;font-weight:600}.other{color:#0b4fd6;background:#fff}
a{color:#0b4fd6}:focus-visible{outline:3px solid #1c2430;outline-offset:2px}`;

/** What a page may load, as a source of a content policy: its own style and nothing else. */
export const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Beside each sum; to pages without one payers come from other providers, too. */
const note = '<p class="note">Sandbox: no money moves.</p>';

const document = (title: string, body: string): string =>
  page(
    escaped(title),
    `<meta name="robots" content="noindex"><style>${style}</style>`,
    `<main>${body}</main>`,
  );

const alert = (text: string): string => `<p class="alert" role="alert">${escaped(text)}</p>`;

const button = (act: string, text: string, look: 'main' | 'other'): string =>
  `<button class="${look}" name="act" value="${act}">${escaped(text)}</button>`;

const link = (url: string, text: string): string => `<p><a href="${escaped(url)}">${escaped(text)}</a></p>`;

interface Sum {
  description: string;
  amount: string;
  currency: CurrencyCode;
}

function sumOf({ amount, currency }: Sum): string {
  const customs = { language: null, timeZone: null, minorUnitDigits: minorUnitDigits(currency) };
  return new Figures({ ...customs, currency }).money(amount);
}

const asked = (sum: Sum): string =>
  `<p>${escaped(sum.description)}</p><p class="sum">${escaped(sumOf(sum))}</p>${note}`;

const becomes: Readonly<Record<SandboxMethod['behavior'], string>> = {
  PAYS: 'pays',
  DECLINES: 'is declined',
  NEEDS_ACTION: 'asks you to confirm',
  PAYS_LATE: 'pays an hour later',
  FAILS_LATE: 'is declined an hour later',
};

const nameOf = ({ type, last4, behavior }: SandboxMethod): string =>
  `${type === 'BANK' ? 'Bank account' : 'Card'} ending ${last4} — ${becomes[behavior]}`;

const choice = (method: SandboxMethod, isChosen: boolean): string =>
  `<label><input type="radio" name="method" value="${escaped(method.ref)}"${isChosen ? ' checked' : ''} required>` +
  `${escaped(nameOf(method))}</label>`;

/** @param fault what went wrong with the form that was sent, and the method that it named */
export function checkoutDocument(
  checkout: CheckoutPage,
  methods: readonly SandboxMethod[],
  fault?: { message: string; methodRef: string },
): string {
  const chosen = methods.find(({ ref }) => ref === fault?.methodRef) ?? methods[0];
  const sum = sumOf(checkout);
  const title = `${fault ? 'Not paid: ' : ''}Pay ${sum}`;
  return document(
    title,
    `<h1>Pay</h1>${asked(checkout)}${fault ? alert(fault.message) : ''}<form method="post"><fieldset><legend>How do you pay?</legend>` +
      methods.map((method) => choice(method, method === chosen)).join('') +
      `</fieldset>${button('pay', `Pay ${sum}`, 'main')}${button('leave', 'Cancel and go back', 'other')}</form>`,
  );
}

/** The bank asks on its way whether it is meant. */
export const checkoutStepDocument = (checkout: CheckoutPage, methodRef: string): string =>
  document(
    `Confirm ${sumOf(checkout)}`,
    `<h1>Confirm this payment</h1>${asked(checkout)}<form method="post">` +
      `<input type="hidden" name="method" value="${escaped(methodRef)}">` +
      `${button('confirm', 'Confirm', 'main')}${button('refuse', 'Refuse', 'other')}</form>`,
  );

const ended: Readonly<Record<Exclude<CheckoutPage['state'], 'OPEN'>, [title: string, text: string]>> = {
  PAID: ['This is done', 'It was paid here, or is on its way. There is nothing more to do.'],
  EXPIRED: [
    'This page has expired',
    'Nothing can be paid here any more. Ask for a new page where you came from.',
  ],
  CLOSED: ['This page was closed', 'Nothing can be paid here any more.'],
};

export function endedCheckoutDocument(checkout: CheckoutPage, state: keyof typeof ended): string {
  const [title, text] = ended[state];
  const back = state === 'PAID' ? checkout.successUrl : checkout.cancelUrl;
  return document(title, `<h1>${title}</h1>${asked(checkout)}<p>${text}</p>${link(back, 'Go back')}`);
}

const confirmed: Readonly<Record<Exclude<ConfirmationPage['state'], 'WAITING'>, [string, string]>> = {
  PAID: ['Confirmed', 'The payment was made. You can close this page.'],
  REFUSED: ['Refused', 'The payment was not made. You can close this page.'],
  GIVEN_UP: ['Given up', 'The payment is not waited for any more. You can close this page.'],
};

export function confirmationDocument(payment: ConfirmationPage): string {
  if (payment.state !== 'WAITING') {
    const [title, text] = confirmed[payment.state];
    return document(title, `<h1>${title}</h1>${asked(payment)}<p role="status">${text}</p>`);
  }
  return document(
    `Confirm ${sumOf(payment)}`,
    `<h1>Confirm this payment</h1>${asked(payment)}<form method="post">` +
      `${button('confirm', 'Confirm', 'main')}${button('refuse', 'Refuse', 'other')}</form>`,
  );
}

/** A page that says one thing. */
export const plainDocument = (title: string, text: string): string =>
  document(title, `<h1>${escaped(title)}</h1><p>${escaped(text)}</p>`);
