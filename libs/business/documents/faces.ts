export type Weight = 'regular' | 'bold';

interface FontFile {
  name: string;
  file: string;
}

/** Copied there by the build from development packages (scripts/lib/assets.mjs). */
const folder = '#assets/fonts';

/** Latin, Greek, Cyrillic and Devanagari; then Japanese. The first that has a character writes it. */
const families: Readonly<Record<Weight, readonly FontFile[]>> = {
  regular: [
    { name: 'noto', file: `${folder}/NotoSans_400Regular.ttf` },
    { name: 'gothic', file: `${folder}/BIZUDPGothic_400Regular.ttf` },
  ],
  bold: [
    { name: 'noto-bold', file: `${folder}/NotoSans_700Bold.ttf` },
    { name: 'gothic-bold', file: `${folder}/BIZUDPGothic_700Bold.ttf` },
  ],
};

/** Stands where no type face has the character: a reader sees that something is missing. */
const missing = '\u25a1';

/** A piece of text that one type face writes. */
export interface Run {
  face: string;
  text: string;
}

type Coverage = { hasGlyphForCodePoint(codePoint: number): boolean };

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

export const graphemesOf = (text: string): string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment);

// Marks of direction and joining are not seen, and would let a name change how the text around it reads.
const unseen = /[\ufe00-\ufe0f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** As it can be written: composed, without what is not seen; line feeds stay. */
export const writable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(unseen, '')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ');

/** Which type face writes what, and how wide. Faces that write nothing are never opened. */
export class Faces {
  constructor(private readonly doc: PDFKit.PDFDocument) {
    for (const { name, file } of Object.values(families).flat()) {
      doc.registerFont(name, require.resolve(file));
    }
  }

  /** Whole graphemes stay together, so that a mark stands on its letter. */
  runsOf(text: string, weight: Weight): Run[] {
    const runs: Run[] = [];
    for (const grapheme of graphemesOf(text)) {
      const run = this.runOf(grapheme, weight);
      const last = runs.at(-1);
      if (last?.face === run.face) last.text += run.text;
      else runs.push(run);
    }
    return runs;
  }

  widthOf(runs: readonly Run[], size: number): number {
    return runs.reduce(
      (width, { face, text }) => width + this.doc.font(face).fontSize(size).widthOfString(text),
      0,
    );
  }

  private runOf(grapheme: string, weight: Weight): Run {
    const codePoints = [...grapheme].map((character) => character.codePointAt(0) as number);
    const face = families[weight].find(({ name }) => {
      const coverage = this.coverageOf(name);
      return codePoints.every((codePoint) => coverage.hasGlyphForCodePoint(codePoint));
    });
    return face ? { face: face.name, text: grapheme } : this.runOf(missing, weight);
  }

  /** The library keeps the opened font to itself; its own way of asking would write the glyph. */
  private coverageOf(face: string): Coverage {
    const { _font } = this.doc.font(face) as unknown as { _font: { font: Coverage } };
    return _font.font;
  }
}
