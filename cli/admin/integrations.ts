import { EnvironmentAdministrationService } from '#modules/platform/identity';
import { IntegrationsService } from '#modules/customers/integrations';
import type { Noun, Work } from './noun';

/** Domain: customers-subscriptions U9 */
export const integrations: Noun = {
  reseal: {
    takes: '',
    about:
      'seals the credentials of every environment anew, by the first of SEALING_KEYS; the others may go then',
    read: () => resealAll,
  },
};

const resealAll: Work = async (installation) => {
  const environments = await installation.act(() =>
    installation.get(EnvironmentAdministrationService).listEvery(),
  );
  let resealed = 0;
  for (const { id } of environments)
    resealed += (await installation.act(() => installation.get(IntegrationsService).reseal(), id)).resealed;
  const text =
    resealed === 0
      ? 'Nothing was sealed by another key than the first'
      : `${resealed} integration${resealed === 1 ? ' was' : 's were'} sealed anew`;
  return { json: { resealed }, text };
};
