import { StreamableFile } from '@nestjs/common';
import { edgesOf, type Page } from '#libs/kernel/page';
import type { AnswerKind } from '#libs/use-cases/answer';
import type { MessageSource } from '#libs/use-cases/message-stream';
import { EventStream, eventStreamType } from './event-stream';
import { yamlInTurns } from './yaml-in-turns';

type Identified = { id: string };

/** The list envelope of both client generations. Domain: access-and-events L2. */
export function pageEnvelope(page: Page<Identified>): object {
  const { items, hasMore, hasPrevious } = page;
  const { first, last } = edgesOf(page);
  const next = hasMore ? last : null;
  const prev = hasPrevious ? first : null;
  return { data: items, has_more: hasMore, next_cursor: next, pagination: { next, prev } };
}

function onwardEnvelope(page: Page<Identified>): object {
  return { data: page.items, pagination: { next: page.hasMore ? edgesOf(page).last : null } };
}

export const yamlType = 'application/yaml; charset=utf-8';

/** A document may be asked for as YAML; it is then the whole body, ready to be kept in a file. */
const isAskedAsYaml = (asked: readonly unknown[]): boolean =>
  asked.some((each) => (each as { format?: unknown } | null | undefined)?.format === 'YAML');

/** What a use case answered, in the envelope that its door declares. @param asked the arguments of the door */
export function envelope(
  kind: AnswerKind,
  answer: unknown,
  asked: readonly unknown[] = [],
): object | Promise<object> {
  if (kind === 'document' && isAskedAsYaml(asked)) {
    return asYaml(answer as object);
  }
  if (kind === 'stream')
    return new StreamableFile(new EventStream(answer as MessageSource), { type: eventStreamType });
  // A replayed page cannot be: only writes are kept, and no write answers a page.
  if (kind === 'page') return pageEnvelope(answer as Page<Identified>);
  if (kind === 'onward') return onwardEnvelope(answer as Page<Identified>);
  if (kind === 'wholeList') return { data: answer, pagination: { next: null, prev: null } };
  return { data: answer };
}

const asYaml = async (answer: object): Promise<StreamableFile> =>
  new StreamableFile(Buffer.from(await yamlInTurns(answer)), { type: yamlType });
