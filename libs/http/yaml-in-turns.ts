import { stringify } from 'yaml';
import { Turn } from '#libs/kernel/turns';

/** The same text as of `stringify`, made one element of the document's lists after the other, for a large one takes seconds. */
export async function yamlInTurns(document: object): Promise<string> {
  const turn = new Turn();
  const written: string[] = [];
  for (const [name, value] of Object.entries(document)) {
    const list: unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
    for (const [index, each] of list.entries()) {
      const text = stringify({ [name]: list === value ? [each] : each });
      // All but the first go without the line of the name.
      written.push(index === 0 ? text : text.slice(text.indexOf('\n') + 1));
      if (turn.isOver) await turn.pause();
    }
  }
  return written.length === 0 ? stringify(document) : written.join('');
}
