import { activityModels } from './activity-models.statements';
import { billingModels } from './billing-models.statements';
import { catalogModels } from './catalog-models.statements';
import { creditModels, ledgerHeads } from './credit-models.statements';
import { customerModels } from './customer-models.statements';
import type { ExportModel, ModelGroup } from './domain/export-model';
import { renderModels } from './domain/models-document';
import { governanceModels } from './governance-models.statements';
import { subscriptionModels } from './subscription-models.statements';
import { usageModels } from './usage-models.statements';

/** All that can be exported, in the order in which it is told. Domain: access-and-events W9 */
export const modelGroups: readonly ModelGroup[] = [
  customerModels,
  catalogModels,
  subscriptionModels,
  usageModels,
  creditModels,
  governanceModels,
  billingModels,
  activityModels,
];

const models: ReadonlyMap<string, ExportModel> = new Map(
  modelGroups.flatMap((group) => group.models).map((model) => [model.id, model]),
);

export const modelIds: readonly string[] = [...models.keys()];

/** Those of these ids that this release knows, with what is told of every export. */
export const exportedModels = (ids: readonly string[]): ExportModel[] =>
  [...new Set([...ids, ledgerHeads.id])].flatMap((id) => models.get(id) ?? []);

/** The text of docs/data-export.md. */
export const modelsDocument = (): string => renderModels(modelGroups);
