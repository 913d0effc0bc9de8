/** What a reckoning such as `(25 × 30) × 10/31` or `(20 × 0.1) − (5 × 0.1)` comes to. @throws Error for anything else */
export function reckoned(text: string): number {
  const [, sum] = /^(?:[\d.]+ above [\d.]+ included: )?(.*)$/.exec(text) ?? [];
  const tokens = sum?.match(/[\d.]+|[-+×/()−]/g) ?? [];
  if (tokens.join('') !== sum?.replaceAll(' ', '')) throw new Error(`No reckoning: ${text}`);
  let place = 0;
  const take = (...wanted: string[]): string | undefined =>
    wanted.includes(tokens[place] ?? '') ? tokens[place++] : undefined;
  const value = (): number => {
    if (take('-', '−')) return -value();
    if (!take('(')) return Number(tokens[place++]);
    const inner = added();
    if (!take(')')) throw new Error(`No end of a bracket: ${text}`);
    return inner;
  };
  const multiplied = (): number => {
    let all = value();
    for (let by = take('×', '/'); by; by = take('×', '/')) all = by === '×' ? all * value() : all / value();
    return all;
  };
  const added = (): number => {
    let all = multiplied();
    for (let by = take('+', '-', '−'); by; by = take('+', '-', '−'))
      all += by === '+' ? multiplied() : -multiplied();
    return all;
  };
  const all = added();
  if (place < tokens.length || Number.isNaN(all)) throw new Error(`No reckoning: ${text}`);
  return all;
}
