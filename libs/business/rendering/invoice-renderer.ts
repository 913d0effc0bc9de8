import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { InvoiceDocument } from '#libs/business/documents/invoice-document';
import { ThreadPool } from '#libs/threads/thread-pool';

/** Invoices as PDF, rendered beside the event loop: 0.1–0.2 s of CPU each would hold up every check. ADR-0032, ADR-0040 */
@Injectable()
export class InvoiceRenderer implements OnApplicationShutdown {
  private readonly pool = new ThreadPool<InvoiceDocument, Uint8Array<ArrayBuffer>>({
    // Found at run time, by this name: a thread has its own modules.
    entry: require.resolve('#libs/business/rendering/render-invoice.thread'),
    // Another core for it, and one for everything else; invoices are not in a hurry.
    threads: 1,
    longestQueue: 100,
    idleMs: 60_000,
    deadlineMs: 60_000,
    memory: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });

  /** @throws Error when the document cannot be rendered, or when too many wait: ask again later */
  async render(document: InvoiceDocument): Promise<Buffer> {
    const { buffer, byteOffset, byteLength } = await this.pool.run(document);
    return Buffer.from(buffer, byteOffset, byteLength);
  }

  onApplicationShutdown(): Promise<void> {
    return this.pool.stop();
  }
}
