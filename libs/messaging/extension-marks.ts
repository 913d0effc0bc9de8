import 'reflect-metadata';

/** How a module extends another, and the forms of work for later. ADR-0046 */
export type Form = 'question' | 'change' | 'survey' | 'event' | 'job' | 'due-work' | 'upkeep' | 'long-task';

/** What a decorator says of a class or of one of its methods. */
export interface Mark {
  form: Form;
  /** Of the point, the type of event or the work. */
  name: string;
  /** None where the class as a whole does the work. */
  method?: string;
  /** What else the decorator was told. */
  facts?: object;
}

const marksKey = Symbol('extensions');

export const marksOf = (prototype: object): readonly Mark[] =>
  (Reflect.getMetadata(marksKey, prototype) as Mark[] | undefined) ?? [];

export function mark(prototype: object, said: Mark): void {
  Reflect.defineMetadata(marksKey, [...marksOf(prototype), said], prototype);
}
