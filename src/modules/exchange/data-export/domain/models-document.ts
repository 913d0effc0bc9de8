import { columnsOf, destinationType, type ExportModel, type ModelGroup } from './export-model';

const head = `# Models of the data export

Generated from the code that exports them. Types are those of PostgreSQL; in newline JSON \`numeric\`, \`timestamptz\`, \`uuid\` and \`text\` are
texts, \`integer\`, \`bigint\`, \`boolean\` and \`jsonb\` are told as they are, and what is absent is null. The first column is the key of a row. A \`…_uid\`
is the key of another row, in whose model \`uid\` is the same.
`;

const section = (model: ExportModel): string => {
  const rows = columnsOf(model).map(({ name, type }) => `| \`${name}\` | ${destinationType(type)} |`);
  return [`### ${model.id}`, '', `${model.displayName}.`, '', '| Column | Type |', '|---|---|', ...rows].join(
    '\n',
  );
};

/** The text of docs/data-export.md. */
export const renderModels = (groups: readonly ModelGroup[]): string =>
  `${[head.trimEnd(), ...groups.flatMap((group) => [`## ${group.displayName}`, ...group.models.map(section)])].join('\n\n')}\n`;
