import { badInput } from '#libs/kernel/errors/domain-error';
import type { PageRequest } from '#libs/kernel/page';
import { Input } from '#libs/shape/classes';
import { Int, Text, Timestamp } from '#libs/shape/decorators';

const cursor = { min: 1, max: 255, optional: true } as const;
export const defaultLimit = 20;

/** How every list is paged. Two spellings of the cursor, one meaning; newest first. */
export class ListQuery {
  @Int({ min: 1, max: 100, optional: true, description: `Default ${defaultLimit}.` })
  limit?: number;

  @Text({ ...cursor, description: 'Id of the object after which the page starts.' })
  starting_after?: string;

  @Text({ ...cursor, description: 'Id of the object before which the page ends.' })
  ending_before?: string;

  @Text({ ...cursor, description: 'The same as starting_after.' })
  after?: string;

  @Text({ ...cursor, description: 'The same as ending_before.' })
  before?: string;
}

@Input('A range of instants.')
export class CreatedAtFilter {
  @Timestamp({ optional: true })
  gt?: Date;

  @Timestamp({ optional: true })
  gte?: Date;

  @Timestamp({ optional: true })
  lt?: Date;

  @Timestamp({ optional: true })
  lte?: Date;
}

/** @throws BadUserInput for two cursors. Domain: access-and-events L1 */
export function pageRequestOf(query: ListQuery): PageRequest {
  const forward = single(query.starting_after, query.after, 'starting_after and after');
  const backward = single(query.ending_before, query.before, 'ending_before and before');
  if (forward !== undefined && backward !== undefined) {
    throw badInput('starting_after and ending_before exclude each other');
  }
  const limit = query.limit ?? defaultLimit;
  if (backward !== undefined) return { limit, direction: 'backward', cursor: backward };
  return { limit, direction: 'forward', cursor: forward };
}

function single(a: string | undefined, b: string | undefined, names: string): string | undefined {
  if (a !== undefined && b !== undefined)
    throw badInput(`${names} are two spellings of one cursor; send one`);
  return a ?? b;
}
