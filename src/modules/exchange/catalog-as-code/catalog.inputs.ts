import { Input } from '#libs/shape/classes';
import { Bool, Nested, OneOf, Text } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { MigrationTypeEnum, type MigrationType } from '#modules/catalog/package-versions';
import { CatalogDocument } from './catalog-document.inputs';

const FormatEnum = enumShape<'JSON' | 'YAML'>('CatalogFormat', ['JSON', 'YAML']);

export class ExportCatalogQuery {
  @OneOf(FormatEnum, { optional: true, description: 'json, or yaml without the envelope; default json.' })
  format?: 'JSON' | 'YAML';
}

@Input('How a document is brought into force.')
export class CatalogOptions {
  @OneOf(MigrationTypeEnum, {
    optional: true,
    description: 'Who gets the new versions; default NEW_CUSTOMERS.',
  })
  migrationType?: MigrationType;

  @Bool({
    optional: true,
    description: 'Archives what the parts of the document do not name; default false.',
  })
  prune?: boolean;
}

class CatalogRelease {
  @Nested(CatalogDocument, { asJson: true }) document: CatalogDocument;
  @Nested(CatalogOptions, { optional: true }) options?: CatalogOptions;
}

@Input()
export class PlanCatalogBody extends CatalogRelease {
  @Bool({ optional: true, description: 'Whether to find who would notice; default true.' })
  blastRadius?: boolean;
}

@Input()
export class ApplyCatalogBody extends CatalogRelease {
  @Text({ min: 1, max: 255, description: 'Of the plan that this brings into force.' }) hash: string;
}
