import PDFDocument from 'pdfkit';
import { Faces, writable, type Weight } from './faces';
import { linesOf } from './text-lines';

export interface Style {
  size: number;
  weight: Weight;
  color: string;
}

export const ink = '#1b1f24';
export const grey = '#5b6470';
export const rule = '#d5d9df';

export const body: Style = { size: 9, weight: 'regular', color: ink };
export const small: Style = { size: 7.5, weight: 'regular', color: grey };
export const strong: Style = { size: 9, weight: 'bold', color: ink };

/** A4 in points, 1/72 inch. */
const paper = { width: 595.28, height: 841.89 };
const margin = { side: 48, top: 48, bottom: 68 };
const leading = 1.4;

export const left = margin.side;
export const right = paper.width - margin.side;
export const measure = right - left;

export const heightOf = ({ size }: Style, lines = 1): number => lines * size * leading;

interface Facts {
  title: string;
  author: string;
  language: string;
  /** The only instant in the file: the same document is the same bytes. */
  at: Date;
}

type Alignment = 'left' | 'right' | 'center';

/** Pages of one document, written from top to bottom: `y` is how far. */
export class Sheet {
  y = margin.top;
  readonly doc: PDFKit.PDFDocument;
  private readonly faces: Faces;
  /** Writes the head of every page but the first. */
  private onTurn: () => void = () => undefined;

  constructor({ title, author, language, at }: Facts) {
    const info = { Title: title, Author: author, Producer: 'pdfkit', Creator: 'entitlements-service' };
    this.doc = new PDFDocument({
      size: [paper.width, paper.height],
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: language,
      displayTitle: true,
      info: { ...info, CreationDate: at, ModDate: at },
    });
    this.faces = new Faces(this.doc);
  }

  headEveryPage(write: () => void): void {
    this.onTurn = write;
  }

  get room(): number {
    return paper.height - margin.bottom - this.y;
  }

  /** Of a page that holds nothing but its head. */
  get roomOfPage(): number {
    return paper.height - margin.bottom - margin.top - 2 * heightOf(body);
  }

  turn(): void {
    this.doc.addPage();
    this.y = margin.top;
    this.onTurn();
  }

  /** What is that high stays on one page. */
  keepTogether(height: number): void {
    if (this.room < height) this.turn();
  }

  lines(text: string, style: Style, width: number): string[] {
    return linesOf(writable(text), width, (part) => this.widthOf(part, style));
  }

  widthOf(text: string, { size, weight }: Style): number {
    return this.faces.widthOf(this.faces.runsOf(text, weight), size);
  }

  /** One line, its top at `y`; a line feed in it is a blank. */
  write(text: string, style: Style, x: number, y = this.y, align: Alignment = 'left'): void {
    const runs = this.faces.runsOf(writable(text).replaceAll('\n', ' '), style.weight);
    const width = align === 'left' ? 0 : this.faces.widthOf(runs, style.size);
    let at = align === 'left' ? x : x - width / (align === 'right' ? 1 : 2);
    const baseline = y + style.size * 1.07;
    this.doc.fillColor(style.color);
    for (const { face, text: part } of runs) {
      this.doc.font(face).fontSize(style.size);
      this.doc.text(part, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
      at += this.doc.widthOfString(part);
    }
  }

  /** One line that ends at `x`; smaller where it would be wider than `width`. */
  writeFigure(text: string, style: Style, x: number, width: number, y = this.y): void {
    const needed = this.widthOf(text, style);
    const size = needed > width ? (style.size * width) / needed : style.size;
    this.write(text, { ...style, size }, x, y + (style.size - size), 'right');
  }

  /** Lines below each other, over pages where they are many. */
  writeLines(lines: readonly string[], style: Style, x = left): void {
    for (const line of lines) {
      this.keepTogether(heightOf(style));
      this.write(line, style, x);
      this.y += heightOf(style);
    }
  }

  line(color = rule, from = left, to = right): void {
    this.doc.moveTo(from, this.y).lineTo(to, this.y).lineWidth(0.6).strokeColor(color).stroke();
  }

  /** Below what is written, on the page that is open. */
  onEveryPage(write: (page: number, pages: number) => void): void {
    const { count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.doc.switchToPage(page);
      write(page + 1, count);
    }
  }

  get footTop(): number {
    return paper.height - margin.bottom + 18;
  }

  /** Large and pale across the page. */
  mark(text: string): void {
    const style: Style = { size: 96, weight: 'bold', color: '#c9ced6' };
    const fitting = Math.min(style.size, (style.size * 560) / this.widthOf(text, style));
    const [x, y] = [paper.width / 2, paper.height / 2];
    this.doc
      .save()
      .fillOpacity(0.35)
      .rotate(-52, { origin: [x, y] });
    this.write(text, { ...style, size: fitting }, x, y - fitting / 2, 'center');
    this.doc.restore();
  }

  bytes(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    return new Promise((resolve, reject) => {
      this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.doc.on('end', () => resolve(Buffer.concat(chunks)));
      this.doc.on('error', reject);
      this.doc.end();
    });
  }
}
