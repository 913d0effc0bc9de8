import { existsSync, readFileSync } from 'node:fs';
import { invoiceDocument, longInvoice } from '../../../test/support/invoice-documents';
import { renderInvoice } from '#libs/business/documents/render-invoice';
import { InvoiceRenderer } from './invoice-renderer';

const renderer = new InvoiceRenderer();
afterEach(() => renderer.onApplicationShutdown());

const statistics = `/proc/self/task/${process.pid}/stat`;

/** Milliseconds of CPU of this thread, which no neighbour on the machine lengthens; of the clock where there is no /proc. */
function spentHere(): number {
  if (!existsSync(statistics)) return performance.now();
  const counted = readFileSync(statistics, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const millisecondsOfTick = 10;
  return (Number(counted[11]) + Number(counted[12])) * millisecondsOfTick;
}

describe('rendering beside the event loop', () => {
  it('gives the bytes that rendering in place gives', async () => {
    const documents = [
      invoiceDocument(),
      longInvoice(40),
      invoiceDocument({ language: 'de', paidAt: new Date('2026-06-20T10:00:00.000Z'), state: 'PAID' }),
    ];
    for (const document of documents) {
      expect((await renderer.render(document)).equals(await renderInvoice(document))).toBe(true);
    }
  });

  it('no turn of the event loop takes 100 ms while 15 invoices are rendered', async () => {
    await renderer.render(invoiceDocument());
    let longest = 0;
    let before = spentHere();
    const watch = setInterval(() => {
      longest = Math.max(longest, spentHere() - before);
      before = spentHere();
    }, 1);
    const numbers = Array.from({ length: 15 }, (_, number) => `EU-${number}`);
    const rendered = await Promise.all(numbers.map((number) => renderer.render(invoiceDocument({ number }))));
    longest = Math.max(longest, spentHere() - before);
    clearInterval(watch);
    expect(new Set(rendered.map((bytes) => bytes.toString('latin1'))).size).toBe(15);
    expect(longest).toBeLessThan(100);
  }, 300_000);

  it('works again after it was stopped', async () => {
    const first = await renderer.render(invoiceDocument());
    await renderer.onApplicationShutdown();
    expect((await renderer.render(invoiceDocument())).equals(first)).toBe(true);
  });

  it('a document that cannot be rendered fails alone', async () => {
    const broken = { ...invoiceDocument(), issueDate: 'never' };
    const [failed, rendered] = await Promise.allSettled([
      renderer.render(broken),
      renderer.render(invoiceDocument()),
    ]);
    expect([failed.status, rendered.status]).toEqual(['rejected', 'fulfilled']);
  });
});
