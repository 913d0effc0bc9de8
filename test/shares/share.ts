import { join } from 'node:path';
import { shareOf, type Kind } from '../support/shares';

/**
 * Runs many spec files as one of jest's: their modules are loaded once, and the application is built once. Each lies in a
 * `describe` of its own, so that its hooks are for its own tests. ADR-0033
 */
export const runShare = (kind: Kind, place: number): void => runFiles(shareOf(kind, place));

/** @param files from the project's folder */
export function runFiles(files: readonly string[]): void {
  for (const file of files) {
    describe(file, () => {
      load(file);
      // Behind the hooks of the file: what it replaced is as it was, for the next one.
      afterAll(() => {
        jest.restoreAllMocks();
        jest.useRealTimers();
      });
    });
  }
}

/** One that cannot be loaded fails alone. */
function load(file: string): void {
  try {
    jest.requireActual(join(__dirname, '../..', file));
  } catch (error) {
    it('loads', () => {
      throw error;
    });
  }
}
