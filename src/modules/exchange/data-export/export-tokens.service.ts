import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { ExportTokens } from '#libs/credentials/export-token';
import { KeyPepper } from '#libs/credentials/key-pepper';
import { MachineClock } from '#libs/kernel/clock';
import { badInput } from '#libs/kernel/errors/domain-error';
import { addMs } from '#libs/kernel/period';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { originOf } from './domain/page-origin';
import { destinationTypes, requireModels, requireType } from './domain/export-destination';
import type { CreateDataExportTokenBody } from './data-export.inputs';
import { DataExportToken } from './data-export.views';
import { modelIds } from './export-models.statements';
import { ExportPlaces } from './export-places.service';

const lifeMs = 3_600_000;

/** What a page shows that it was let set up a destination. Domain: access-and-events W9 */
@Injectable()
export class ExportTokensService {
  private readonly tokens: ExportTokens;

  constructor(
    private readonly places: ExportPlaces,
    private readonly clock: MachineClock,
    pepper: KeyPepper,
  ) {
    this.tokens = new ExportTokens(pepper);
  }

  /** @throws BadUserInput, DataExportIntegrationError for a type that is not built in */
  @UseCase('createDataExportToken', {
    needs: 'dataExport:write',
    answers: one(DataExportToken),
    summary: 'Make a token for a page on which a destination is set up; it lives one hour.',
  })
  async create(body: CreateDataExportTokenBody): Promise<DataExportToken> {
    const { dir, connections } = this.places.told;
    const origin = originOf(body.applicationOrigin);
    if (origin === undefined)
      throw badInput('applicationOrigin: must be an origin such as https://app.example.com, without a path');
    const { destinationType: type } = body;
    const offered = destinationTypes.filter((each) => (each === 'FILE' ? dir : connections) !== undefined);
    const types = type === undefined ? offered : [requireType(type, this.places.told)];
    const models = requireModels(body.enabledModels ?? modelIds, modelIds);
    const expiresAt = addMs(this.clock.now(), lifeMs);
    const token = this.tokens.make({
      environmentId: currentEnvironmentId(),
      ...{ origin, types, models, expiresAt: expiresAt.getTime() },
    });
    const names = types.includes('POSTGRES') ? [...(connections?.keys() ?? [])] : [];
    const providerMetadata = {
      applicationOrigin: origin,
      destinationTypes: types,
      models,
      connections: names,
    };
    return { token, expiresAt, providerMetadata };
  }
}
