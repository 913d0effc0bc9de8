import { graphemesOf } from './faces';

/** Scripts that break anywhere: kana, Han, and their full-width signs. */
const breaksAnywhere = /[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/;
const neverFirst =
  /^[\u3001\u3002\u3009\u300b\u300d\u300f\u3011\u3015\u30fc\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff5d!),.:;?\]}%]/;
const neverLast = /[\u3008\u300a\u300c\u300e\u3010\u3014\uff08\uff5b([{]$/;
const breaksBehind = /[ \t\u3000/\-\u2010\u2012-\u2014]$/;

const mayBreakBetween = (before: string, after: string): boolean => {
  if (breaksBehind.test(before)) return !/^[ /-]/.test(after);
  if (neverLast.test(before) || neverFirst.test(after)) return false;
  return breaksAnywhere.test(before) || breaksAnywhere.test(after);
};

/** Pieces that stay on one line, each with the blank behind it. */
function piecesOf(paragraph: string): string[] {
  const pieces: string[] = [];
  let last = '';
  for (const grapheme of graphemesOf(paragraph)) {
    if (last === '' || mayBreakBetween(last, grapheme)) pieces.push(grapheme);
    else pieces[pieces.length - 1] += grapheme;
    last = grapheme;
  }
  return pieces;
}

/** A piece wider than a line is cut where it has to be. */
function cut(piece: string, width: number, measure: (text: string) => number): string[] {
  if (measure(piece.trimEnd()) <= width) return [piece];
  const parts: string[] = [];
  let part = '';
  for (const grapheme of graphemesOf(piece)) {
    if (part !== '' && measure(part + grapheme) > width) {
      parts.push(part);
      part = '';
    }
    part += grapheme;
  }
  return [...parts, part];
}

/**
 * The lines of a text that are no wider than `width`. Line feeds break too; an empty text has one empty line.
 * @param measure the width of a text on one line
 */
export function linesOf(text: string, width: number, measure: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const piece of piecesOf(paragraph).flatMap((each) => cut(each, width, measure))) {
      if (line !== '' && measure((line + piece).trimEnd()) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += piece;
    }
    return [...lines, line.trimEnd()];
  });
}
