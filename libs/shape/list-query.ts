import { defaultLimit } from '#libs/kernel/page';
import { Input } from '#libs/shape/classes';
import { Int, Text, Timestamp } from '#libs/shape/decorators';

const cursor = { min: 1, max: 255, optional: true } as const;

/** A filter of a list that names several values, of which the object has any. */
export const queried = { optional: true, maxItems: 1000 } as const;

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
