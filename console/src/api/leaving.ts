import { queries } from './client';
import { end } from './session';
import { forgetTags } from './tags';

/** Signs out: nothing that was read stays in the memory of the tab. */
export function leave(reason?: string): void {
  queries.cancelQueries().catch(() => undefined);
  queries.clear();
  forgetTags();
  end(reason);
}
