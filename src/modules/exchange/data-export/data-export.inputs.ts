import { Input } from '#libs/shape/classes';
import { ListOf, Text } from '#libs/shape/decorators';

const id = { min: 1, max: 255 } as const;
const models = {
  maxItems: 100,
  description: 'Ids of models, as GET /data-export/models tells them.',
} as const;
const destinationType = { min: 1, max: 64 } as const;

@Input('A destination of the data export.')
export class CreateDataExportDestinationBody {
  @Text(id) destinationId: string;
  @Text({ ...destinationType, description: 'FILE or POSTGRES.' }) destinationType: string;
  @ListOf(id, {
    ...models,
    optional: true,
    description: `${models.description} All of them unless it is said.`,
  })
  enabledModels?: string[];
}

@Input('What is exported to a destination, and by which connection.')
export class UpdateDataExportDestinationBody {
  @ListOf(id, models) enabledModels: string[];
  @Text({
    ...id,
    description:
      'Of POSTGRES the name of a connection that the operator gave; of FILE the name of its folder.',
  })
  integrationId: string;
}

@Input('Which destination is brought up to date.')
export class StartDataExportSyncBody {
  @Text({ ...id, optional: true, description: 'All destinations unless it is said.' }) destinationId?: string;
}

@Input('For which page a token is.')
export class CreateDataExportTokenBody {
  @Text({ min: 1, max: 2048, description: 'Origin of the page, such as https://app.example.com.' })
  applicationOrigin: string;

  @Text({ ...destinationType, optional: true, description: 'FILE or POSTGRES; either unless it is said.' })
  destinationType?: string;

  @ListOf(id, {
    ...models,
    optional: true,
    description: `${models.description} All of them unless it is said.`,
  })
  enabledModels?: string[];
}
