/** What falls due, in some environment. */
export interface DueSubject {
  environmentId: string;
  uid: string;
  /** As of when it is done where clocks are set. Subjects of a kind follow each other by this and by their uid. */
  dueAt: Date;
}

/** Of which environments what is due is looked for, and the time that they have. */
export interface DueScope {
  now: Date;
  /** This one only. */
  environmentId?: string;
  /** All but those, which have a time of their own. */
  besides: readonly string[];
}

/** Before all others of a kind. */
export const firstDue = { dueAt: new Date(0), uid: '00000000-0000-0000-0000-000000000000' };

/**
 * The environments of a scope as a condition of a statement, and its value.
 * @param column such as `i.environment_id`
 * @param place such as `$6`
 */
export const inScope = (
  { environmentId, besides }: DueScope,
  column: string,
  place: string,
): [condition: string, value: unknown] =>
  environmentId === undefined
    ? [`${column} <> all(${place}::uuid[])`, besides]
    : [`${column} = ${place}::uuid`, environmentId];
