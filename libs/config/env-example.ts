import { documentation, environmentVariables, variableNames, type VariableName } from './env-variables';

const heading = [
  '# Every variable the service reads, with its default. Generated from libs/config/env-variables.ts: a change',
  '# made here by hand is overwritten. An empty value counts as unset.',
].join('\n');

const renderVariable = (name: VariableName): string => {
  const schema = environmentVariables.shape[name];
  const { meaning = '', whenUnset } = documentation.get(schema) ?? {};
  const fallback: unknown = schema.parse(undefined);
  const remark = whenUnset === undefined ? meaning : `${meaning} (${whenUnset})`;
  return `# ${remark}\n#${name}=${fallback === undefined ? '' : String(fallback)}`;
};

/** The text of `.env.example`: every variable commented out at its default. */
export const renderEnvExample = (): string =>
  [heading, ...variableNames.map(renderVariable)].join('\n\n') + '\n';
