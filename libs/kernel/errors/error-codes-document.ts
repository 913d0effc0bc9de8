import { catalogue, type ErrorCode } from './catalogue';
import { reservedCodes } from './reserved';

const statusTitles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not authenticated',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict',
  429: 'Too many requests',
};

const reserved: ReadonlySet<ErrorCode> = new Set(reservedCodes);

const renderRow = (code: ErrorCode): string => {
  const meaning = catalogue[code].message.replaceAll('|', '\\|');
  return `| ${code} | ${catalogue[code].status} | ${meaning} | ${reserved.has(code) ? 'reserved' : 'yes'} |`;
};

const renderStatus = (status: number, codes: readonly ErrorCode[]): string =>
  [
    `## ${status} ${statusTitles[status] ?? ''}`.trimEnd(),
    '',
    '| Code | Status | Meaning and remedy | Raised by this release |',
    '|---|---|---|---|',
    ...codes.filter((code) => catalogue[code].status === status).map(renderRow),
    '',
  ].join('\n');

const preface = `# Error codes

Generated from \`libs/kernel/errors\`; do not edit.

Every refusal of REST is \`{"message", "code"}\`, beside BillingContractOperationRejected also \`reason\`; GraphQL tells
the code in \`errors[].extensions.code\`. The message may be sharper than the one below: it names the field.
A reserved code is part of the interface and not raised yet. 405, 413, 415, 500, 503 and an unknown route have
\`code: null\`.
`;

/** The text of docs/error-codes.md: one table per status, codes in alphabetical order. */
export const renderErrorCodes = (): string => {
  const codes = (Object.keys(catalogue) as ErrorCode[]).sort();
  const statuses = [...new Set(codes.map((code) => catalogue[code].status))].sort((a, b) => a - b);
  return [preface, ...statuses.map((status) => renderStatus(status, codes))].join('\n');
};
