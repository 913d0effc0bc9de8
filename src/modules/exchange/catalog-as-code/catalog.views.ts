import { View } from '#libs/shape/classes';
import { AnyValue, ListOf, Nested, OneOf, Text } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { BlastRadius } from './blast-radius.views';
import {
  catalogActions,
  catalogKinds,
  type CatalogAction,
  type CatalogKind,
  type ObjectChange,
} from './domain/catalog-object';

export const CatalogKindEnum = enumShape<CatalogKind>('CatalogKind', catalogKinds);
export const CatalogActionEnum = enumShape<CatalogAction>('CatalogAction', catalogActions);

@View('One difference; null on a side stands for what is not there.')
export class CatalogFieldChange {
  @Text({ description: 'Such as entitlements[FEATURE api-calls].usageLimit; empty for the whole object.' })
  path: string;

  @AnyValue({ nullable: true }) before: unknown;
  @AnyValue({ nullable: true }) after: unknown;
}

@View('What becomes of one object: PUBLISH makes a new version of a plan or an addon.')
export class CatalogChange {
  @OneOf(CatalogKindEnum) kind: CatalogKind;
  @Text() id: string;
  @OneOf(CatalogActionEnum) action: CatalogAction;
  @ListOf(CatalogFieldChange) fields: CatalogFieldChange[];

  static from({ kind, id, action, fields }: ObjectChange): CatalogChange {
    return { kind, id, action, fields };
  }
}

@View('What a document would change.')
export class CatalogPlanned {
  @Text({
    description: 'Binds this plan to the environment, its present catalog, the document and the options.',
  })
  hash: string;

  @ListOf(CatalogChange, { description: 'Kind by kind and by id; empty when all is as the document says.' })
  changes: CatalogChange[];

  @Nested(BlastRadius, {
    nullable: true,
    description: 'Which customers would notice; null where it was not asked for.',
  })
  blastRadius: BlastRadius | null;
}

@View('What was changed.')
export class CatalogApplied {
  @ListOf(CatalogChange) changes: CatalogChange[];

  @ListOf({ format: 'uuid' }, { description: 'Tasks that move running subscriptions to the new versions.' })
  taskIds: string[];
}
