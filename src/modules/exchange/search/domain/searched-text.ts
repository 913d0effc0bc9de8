import { badInput } from '#libs/kernel/errors/domain-error';

/**
 * What is looked for: spaces around it say nothing.
 * @throws BadUserInput where there is nothing else
 */
export function searchedText(q: string): string {
  const text = q.trim();
  if (text === '') throw badInput('q must hold something other than spaces');
  return text;
}
