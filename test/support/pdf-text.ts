import { inflateSync } from 'node:zlib';

interface PdfObject {
  /** The dictionary as it is written. */
  head: string;
  stream?: string;
}

interface Fragment {
  x: number;
  y: number;
  text: string;
}

const objectPattern = /(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g;

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  for (const [, id, text = ''] of pdf.toString('latin1').matchAll(objectPattern)) {
    const [head = '', streamed] = text.split(/\nstream\n/, 2);
    const end = streamed?.lastIndexOf('\nendstream');
    const bytes = streamed === undefined ? undefined : Buffer.from(streamed.slice(0, end), 'latin1');
    const isPacked = head.includes('FlateDecode');
    const stream = bytes && (isPacked ? inflateSync(bytes) : bytes).toString('latin1');
    objects.set(Number(id), { head, stream });
  }
  return objects;
}

const referenceIn = (head: string, key: string): number =>
  Number(new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1]);

const utf16 = (hex: string): string => {
  const units = hex.match(/.{4}/g) ?? [];
  return String.fromCharCode(...units.map((unit) => parseInt(unit, 16)));
};

/** Glyph → text, as the font of the file tells it. */
function alphabetOf(map: string): Map<string, string> {
  const alphabet = new Map<string, string>();
  for (const [, first = '', texts = ''] of map.matchAll(/<(\w+)> <\w+> \[(.*?)\]/gs)) {
    [...texts.matchAll(/<([\w\s]*)>/g)].forEach(([, hex = ''], index) => {
      const glyph = (parseInt(first, 16) + index).toString(16).padStart(4, '0');
      alphabet.set(glyph, utf16(hex.replace(/\s/g, '')));
    });
  }
  return alphabet;
}

const drawing = /1 0 0 1 (\S+) (\S+) Tm|\/(F\d+) \S+ Tf|\[(.*?)\] TJ/g;

function fragmentsOf(content: string, alphabets: Map<string, Map<string, string>>): Fragment[] {
  const fragments: Fragment[] = [];
  let [x, y, font] = [0, 0, ''];
  for (const [, atX, atY, named, shown] of content.matchAll(drawing)) {
    if (atX !== undefined) [x, y] = [Number(atX), Number(atY)];
    else if (named !== undefined) font = named;
    else {
      const glyphs = [...(shown ?? '').matchAll(/<(\w*)>/g)].flatMap(
        ([, hex = '']) => hex.match(/.{4}/g) ?? [],
      );
      fragments.push({ x, y, text: glyphs.map((glyph) => alphabets.get(font)?.get(glyph) ?? '?').join('') });
    }
  }
  return fragments;
}

/** What stands on one height is one line, from left to right, with a blank between pieces. */
function linesOf(fragments: readonly Fragment[]): string {
  const byHeight = new Map<number, Fragment[]>();
  for (const fragment of fragments) {
    const height = Math.round(fragment.y * 2);
    byHeight.set(height, [...(byHeight.get(height) ?? []), fragment]);
  }
  const heights = [...byHeight].sort(([a], [b]) => b - a);
  const lineOf = (pieces: Fragment[]) =>
    pieces
      .sort((a, b) => a.x - b.x)
      .map(({ text }) => text)
      .join(' ');
  return heights
    .map(([, pieces]) => lineOf(pieces))
    .join('\n')
    .replace(/[\u00a0\u202f]/g, ' ');
}

/** The text of each page as a reader sees it. Understands what the library of libs/business/documents writes, not any PDF. */
export function pagesOf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const at = (id: number): PdfObject => objects.get(id) as PdfObject;
  const root = [...objects.values()].find(({ head }) => head.includes('/Type /Pages'));
  const kids = [...(/\/Kids \[(.*?)\]/s.exec(root?.head ?? '')?.[1] ?? '').matchAll(/(\d+) 0 R/g)];
  return kids.map(([, id]) => {
    const { head } = at(Number(id));
    const resources = at(referenceIn(head, 'Resources')).head;
    const fonts = [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font]) => {
      const map = at(referenceIn(at(Number(font)).head, 'ToUnicode')).stream ?? '';
      return [name, alphabetOf(map)] as const;
    });
    return linesOf(fragmentsOf(at(referenceIn(head, 'Contents')).stream ?? '', new Map(fonts)));
  });
}

/** Title, author, language: the dictionaries of the file, unpacked. */
export const headsOf = (pdf: Buffer): string =>
  [...objectsOf(pdf).values()].map(({ head }) => head).join('\n');
