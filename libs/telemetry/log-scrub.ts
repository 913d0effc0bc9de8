const mask = '[redacted]';

// Forms that are secret wherever they stand; what stands before the secret is kept: API keys (access-and-events Y1),
// webhook secrets, secret keys of a payment provider, Bearer tokens, the password in an address, secrets in a query string.
const secretForms =
  /((?:server|client)-)[0-9A-Za-z]{49}|(whsec_)[\w+/=-]{8,}|((?:sk|rk)_(?:live|test)_)\w{8,}|(bearer )(?=[^\s"]*\d)[\w.~+/-]{8,}=*|(:\/\/[^\s:@/"\\]*:)[^\s@/"\\]+(?=@)|([?&](?:[\w-]*token|(?:api|access)[-_]?key|key|secret|password)=)[^&\s"\\#]+/gi;
const keepBefore = (_: string, ...before: unknown[]): string =>
  `${before.slice(0, 6).find((part) => part !== undefined) as string}${mask}`;

// Taken whole even when no dot follows: looked at again from each of its letters, a long run would cost its square.
const jwtLike = /eyJ[\w-]*(?:\.[\w-]*)*/g;
const shortestJwtHeader = 15;
const maskJwts = (line: string): string =>
  line.includes('eyJ')
    ? line.replace(jwtLike, (run) => (run.indexOf('.') >= shortestJwtHeader ? mask : run))
    : line;

const secretName =
  /secret|passw(?:or)?d|passphrase|pepper|authorization|cookie|credential|token$|^key$|(?:api|server|publishable|private|signing|access|encryption)[-_]?key$/i;
const anySecretName = /secret|passw|passphrase|pepper|authorization|cookie|credential|token"|key"/i;
const memberName = /"([^"\\]{1,80})":/g;

// A log is read on terminals: C1 controls act there like ANSI sequences, and bidi marks reorder a line. JSON leaves both.
const deceptive = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Where the JSON value that starts at `start` ends. */
function valueEnd(line: string, start: number): number {
  let depth = 0;
  let inText = false;
  for (let at = start; at < line.length; at++) {
    const char = line.charAt(at);
    if (inText) {
      if (char === '\\') at++;
      else if (char === '"') inText = false;
      if (!inText && depth === 0) return at + 1;
    } else if (char === '"') inText = true;
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (char === ',' && depth === 0) return at;
  }
  return line.length;
}

function maskMembers(line: string): string {
  if (!anySecretName.test(line)) return line;
  let scrubbed = '';
  let done = 0;
  memberName.lastIndex = 0;
  for (let member = memberName.exec(line); member; member = memberName.exec(line)) {
    if (!secretName.test(member[1] ?? '')) continue;
    const start = memberName.lastIndex;
    const end = valueEnd(line, start);
    memberName.lastIndex = end;
    if (/^(?:true|false|null)$/.test(line.slice(start, end))) continue;
    scrubbed += `${line.slice(done, start)}"${mask}"`;
    done = end;
  }
  return scrubbed + line.slice(done);
}

const asJsonText = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * Takes secrets out of one finished JSON log line, which stays one line of valid JSON: values of secret-like members at
 * any depth, secret forms in any text, and the literal `secrets`. Working on the line covers messages, bindings, errors
 * and their causes alike. Source: security.md L-01, L-02, L-03
 */
export const lineScrubber = (secrets: readonly string[]): ((line: string) => string) => {
  const literals = secrets.map(asJsonText);
  return (line) => {
    let scrubbed = maskJwts(maskMembers(line).replace(secretForms, keepBefore));
    for (const literal of literals) scrubbed = scrubbed.replaceAll(literal, mask);
    return scrubbed.replace(deceptive, escaped);
  };
};
