/** As browsers tell it; undefined: the text is no origin of a page of the web. */
export function originOf(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { origin } = new URL(text);
  return [origin, `${origin}/`].includes(text.toLowerCase()) ? origin : undefined;
}
