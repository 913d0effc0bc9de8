import { expectOk, type ApiClient } from './client';
import { pagesOf } from './pdf-text';

/** The document that this path answers. */
export async function pdfAt(api: ApiClient, path: string): Promise<Buffer> {
  const { contentBase64 } = await expectOk(api.rest('GET', path));
  return Buffer.from(String(contentBase64), 'base64');
}

/** What stands in it. */
export const textAt = async (api: ApiClient, path: string): Promise<string> =>
  pagesOf(await pdfAt(api, path)).join('\n');
