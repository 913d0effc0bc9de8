import { randomBytes } from 'node:crypto';

const bits = 256;
const form = /^[\w-]{43}$/;

/** Who knows it may use the page: it can be guessed from nothing. */
export const newReference = (): string => randomBytes(bits / 8).toString('base64url');

export const isReference = (text: string): boolean => form.test(text);

/** A row that a page belongs to. */
interface Addressed {
  environmentId: string;
  reference: string | null;
}

/** Where browsers find the pages of the sandbox. ADR-0096 */
export class SandboxAddresses {
  /** @param publicUrl of this service, without a slash at its end */
  constructor(private readonly publicUrl: string) {}

  ofCheckout({ environmentId, reference }: Addressed): string {
    return `${this.publicUrl}/pay/${environmentId}/${reference}`;
  }

  /** @returns null for a payment that was begun before there were pages, and for one that asks for nothing */
  ofConfirmation({ environmentId, reference }: Addressed): string | null {
    return reference && `${this.publicUrl}/pay/${environmentId}/confirmations/${reference}`;
  }
}
