/** Ways in which GraphQL quotes what was sent; what it says of it stays. */
const quotes: readonly [RegExp, string][] = [
  [/^(Variable "\$\w+" got) invalid value [^]*?( at "[\w.[\]]+")?$/, '$1 an invalid value$2'],
  [/^(Expected value of type "[^"]*"), found [^]*$/, '$1'],
  [/( cannot represent [\w -]*value): [^]*$/, '$1'],
  [/ ((?:Block)?String) "[^]*"\.$/, ' $1.'],
];

/**
 * What GraphQL itself says of a request, without the values that it quotes: whole inputs among them, with the credentials that stand
 * there beside a mistyped name, and errors are written into logs by whoever receives them.
 * @param reason what ended it, if another error did: its sentence comes last
 */
export function unquoted(message: string, reason: string | undefined): string {
  const end = `; ${reason}`;
  if (reason === undefined || !message.endsWith(end)) return withoutValue(message);
  return `${withoutValue(message.slice(0, -end.length))}; ${withoutValue(reason)}`;
}

const withoutValue = (sentence: string): string =>
  quotes.reduce((said, [quote, rest]) => said.replace(quote, rest), sentence);
