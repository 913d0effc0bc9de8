import { createColors } from 'picocolors';
import type { Change, FieldChange } from './catalog-service';

const longest = 100;

const signs = { CREATE: '+', UPDATE: '~', PUBLISH: '~', ARCHIVE: '-', UNARCHIVE: '+' } as const;

const remarks: Partial<Record<Change['action'], string>> = {
  PUBLISH: '  new version',
  UNARCHIVE: '  out of the archive',
};

const shown = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length <= longest ? text : `${text.slice(0, longest - 2)} …`;
};

/** Changes as a person reads them: what comes, what goes, what becomes of the rest. */
export function toldChanges(changes: readonly Change[], isColoured: boolean): string {
  const paint = createColors(isColoured);
  const colours = { '+': paint.green, '~': paint.yellow, '-': paint.red } as const;
  const line = (sign: '+' | '~' | '-', text: string): string => colours[sign](`${sign} ${text}`);

  const field = ({ path, before, after }: FieldChange): string => {
    if (before === null) return line('+', `${path}  ${shown(after)}`);
    if (after === null) return line('-', `${path}  ${shown(before)}`);
    return line('~', `${path}  ${shown(before)} → ${shown(after)}`);
  };
  const change = ({ kind, id, action, fields }: Change): string[] => {
    const within = fields.filter(({ path }) => path !== '').map((each) => `    ${field(each)}`);
    return [line(signs[action], `${kind} ${paint.bold(id)}${remarks[action] ?? ''}`), ...within];
  };
  return [...changes.flatMap(change), '', summary(changes)].join('\n');
}

/** `2 to create, 1 to change, 1 new versions, 0 to archive` */
function summary(changes: readonly Change[]): string {
  const count = (action: Change['action']): number => changes.filter((each) => each.action === action).length;
  if (changes.length === 0) return 'Nothing to change: the catalog is as the document says.';
  const [created, updated] = [count('CREATE'), count('UPDATE')];
  const [published, archived, revived] = [count('PUBLISH'), count('ARCHIVE'), count('UNARCHIVE')];
  const back = revived > 0 ? `, ${revived} out of the archive` : '';
  return `${created} to create, ${updated} to change, ${published} new versions, ${archived} to archive${back}`;
}
