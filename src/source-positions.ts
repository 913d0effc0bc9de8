import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Stacks tell places of the bundled script `file` by the sources they were made of. The map beside it is read when the first
 * stack is told, which is when something is wrong already.
 */
export function tellSources(file: string): void {
  let map: SourceMap | undefined;
  const sourceMap = (): SourceMap =>
    (map ??= new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload));
  Error.prepareStackTrace = (error, frames) => {
    const told = frames.map((frame) => `\n    at ${placed(frame, file, sourceMap)}`);
    return `${Error.prototype.toString.call(error)}${told.join('')}`;
  };
}

function placed(frame: NodeJS.CallSite, file: string, map: () => SourceMap): string {
  const told = String(frame);
  if (frame.getFileName() !== file) return told;
  const [line, column] = [frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0];
  try {
    // Its lines and columns begin at 0, those of a stack at 1.
    const origin = map().findEntry(line - 1, column - 1);
    if (!('originalSource' in origin)) return told;
    const source = join(dirname(file), origin.originalSource);
    const place = `${source}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
    return told.replace(`${file}:${line}:${column}`, place);
  } catch {
    // A stack without its sources is better than none.
    return told;
  }
}
