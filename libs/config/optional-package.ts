import { createRequire } from 'node:module';

// At the moment of need: a start without it neither looks for it nor spends time on loading it.
const load = createRequire(__filename);

/** A package of `optionalDependencies` that a setting needs and that is not installed; the message tells what to do. */
export class MissingPackage extends Error {
  readonly isAdvice = true;

  constructor(name: string, variable: string) {
    super(
      `${variable} needs the package ${name}, which is not installed. ` +
        `Install with optional packages (npm ci without --omit=optional), or unset ${variable}.`,
    );
  }
}

/** What the package exports; undefined where it is not installed. */
export function optionalPackage<Exports>(name: string): Exports | undefined {
  try {
    load.resolve(name);
  } catch {
    return undefined;
  }
  return load(name) as Exports;
}
