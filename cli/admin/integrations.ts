import { EnvironmentAdministrationService } from '#modules/platform/accounts';
import { IntegrationsService } from '#modules/customers/integrations';
import { ResealedWebhookSecretsService } from '#modules/exchange/webhooks';
import { ResealedSecretsService } from '#modules/platform/customer-tokens';
import type { Noun, Work } from './noun';

/** Domain: customers-subscriptions U9 */
export const integrations: Noun = {
  reseal: {
    takes: '',
    about:
      'seals the credentials of every environment anew, its secrets of customer tokens and of webhooks, by the first of SEALING_KEYS; the others may go then',
    read: () => resealAll,
  },
};

const resealAll: Work = async (installation) => {
  const environments = await installation.act(() =>
    installation.get(EnvironmentAdministrationService).listEvery(),
  );
  const kinds = [IntegrationsService, ResealedSecretsService, ResealedWebhookSecretsService] as const;
  const counts = kinds.map(() => 0);
  for (const { id } of environments)
    for (const [place, kind] of kinds.entries()) {
      const { resealed } = await installation.act(() => installation.get<Resealing>(kind).reseal(), id);
      counts[place] = (counts[place] ?? 0) + resealed;
    }
  const [resealed, customerTokenSecrets, webhookSecrets] = counts;
  return { json: { resealed, customerTokenSecrets, webhookSecrets }, text: textOf(counts) };
};

interface Resealing {
  reseal(): Promise<{ resealed: number }>;
}

const nouns = ['integration', 'secret of customer tokens', 'secret of webhooks'];

function textOf(counts: readonly number[]): string {
  const told = counts.flatMap((count, place) =>
    count === 0 ? [] : `${count} ${pluralOf(nouns[place] as string, count)}`,
  );
  if (told.length === 0) return 'Nothing was sealed by another key than the first';
  const all = counts.reduce((sum, count) => sum + count, 0);
  return `${told.join(' and ')} ${all === 1 ? 'was' : 'were'} sealed anew`;
}

const pluralOf = (noun: string, count: number): string => (count === 1 ? noun : noun.replace(/^\w+/, '$&s'));
