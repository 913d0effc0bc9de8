import { badInput } from '#libs/kernel/errors/domain-error';

export interface FormulaToken {
  kind: 'NUMBER' | 'NAME' | 'QUOTED' | 'SIGN' | 'END';
  /** Of a quoted name without its backticks. */
  text: string;
  /** From 1, in characters of the formula. */
  position: number;
}

// Domain: credits F3
const patterns = [
  ['NUMBER', /(\d+(?:\.\d+)?)/y],
  ['NAME', /([A-Za-z_$][A-Za-z0-9_$]*)/y],
  ['QUOTED', /`([^`]+)`/y],
  ['SIGN', /(<=|>=|==|!=|[-+*/(),<>])/y],
] as const;

/** The words of a formula, the end as the last. @throws BadUserInput naming the position of what is no word */
export function tokensOf(formula: string, field: string): FormulaToken[] {
  const tokens: FormulaToken[] = [];
  let place = 0;
  for (;;) {
    while (/\s/.test(formula.charAt(place))) place++;
    const position = place + 1;
    if (place === formula.length) return [...tokens, { kind: 'END', text: '', position }];
    const [token, end] = tokenAt(formula, place) ?? [];
    if (!token || end === undefined) {
      throw badInput(`${field}: ${formula.charAt(place)} at ${position} belongs in no formula`);
    }
    tokens.push(token);
    place = end;
  }
}

function tokenAt(formula: string, place: number): [FormulaToken, number] | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = place;
    const found = pattern.exec(formula);
    if (found) return [{ kind, text: found[1] ?? '', position: place + 1 }, pattern.lastIndex];
  }
  return undefined;
}
