/** Why a formula may cost less than was meant by it. Domain: credits F4 */
export type CostWarning =
  | { kind: 'MISSING_DIMENSION' | 'DIMENSION_NOT_A_NUMBER'; dimension: string }
  | { kind: 'DIVISION_BY_ZERO' | 'TOO_MANY_DIGITS' | 'NEGATIVE_COST' | 'COST_TOO_LARGE' };

/** As an event tells of it. Domain: credits F4 */
export function sentenceOf(warning: CostWarning): string {
  switch (warning.kind) {
    case 'MISSING_DIMENSION':
      return `costFormula: the event has no dimension ${warning.dimension}, which counted as 0`;
    case 'DIMENSION_NOT_A_NUMBER':
      return `costFormula: dimension ${warning.dimension} is no number, so it counted as 0; numbers come without quotes`;
    case 'DIVISION_BY_ZERO':
      return 'costFormula divided by zero, so the event cost nothing';
    case 'TOO_MANY_DIGITS':
      return 'costFormula came to numbers of more than 10,000 digits, so the event cost nothing';
    case 'NEGATIVE_COST':
      return 'costFormula came to less than zero, so the event cost nothing';
    case 'COST_TOO_LARGE':
      return 'the cost came to more than 10^15 credits, so the event cost nothing';
  }
}
