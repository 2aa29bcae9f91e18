import PDFDocument from 'pdfkit';
import type { EvidenceAbout } from './about.ts';
import type { Face } from './faces.ts';
import { type Element, type Paper, type Style, sheet } from './paper.ts';
import { runsOf } from './runs.ts';
import { shown } from './wrap.ts';

/** A file attached to the PDF. */
export interface Attached {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly content: Uint8Array;
  /** `Source` means that the pages were made from the file; `Data` means related data. */
  readonly relationship: 'Source' | 'Data';
}

/** The pages of a tagged PDF. Finished pages can be read during rendering. */
export class PdfPaper implements Paper {
  pages = 0;
  readonly document: Element;
  readonly #pdf: PDFKit.PDFDocument;
  readonly #made: Date;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #faces = new Set<Face>();
  #color = '';

  constructor(title: string, about: EvidenceAbout) {
    this.#made = new Date(about.madeAt);
    this.#pdf = new PDFDocument({
      size: [sheet.height, sheet.width],
      layout: 'landscape',
      margin: 0,
      pdfVersion: '1.7',
      subset: 'PDF/A-3a',
      tagged: true,
      lang: about.language,
      displayTitle: true,
      autoFirstPage: false,
      fontLayoutCache: false,
      font: null as unknown as string, // Prevents pdfkit from loading its default font, Helvetica.
      info: {
        Title: escapedText(title),
        Author: escapedText(about.organisation),
        Creator: 'Licet',
        Producer: 'Licet, by PDFKit',
        CreationDate: this.#made,
      },
    });
    this.#root = this.#pdf.struct('Document');
    this.#pdf.addStructure(this.#root);
    this.document = new PdfElement(this.#pdf, this.#root, 'Document');
  }

  newPage(): void {
    this.pages += 1;
    this.#color = '';
    this.#pdf.addPage();
  }

  text(line: string, x: number, baseline: number, { size, weight, color }: Style): void {
    let at = x;
    this.#pdf.fontSize(size);
    if (this.#color !== color) this.#pdf.fillColor(color);
    this.#color = color;
    for (const { face, text } of runsOf(line, weight)) {
      this.#use(face);
      this.#pdf.text(text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
      at += face.width(text) * size;
    }
  }

  rule(y: number, from: number, to: number): void {
    this.#pdf.lineWidth(0.5).strokeColor('#b4b4b4').moveTo(from, y).lineTo(to, y).stroke();
  }

  aside(work: () => void): void {
    this.#pdf.markContent('Artifact', { type: 'Pagination' });
    work();
    this.#pdf.endMarkedContent();
  }

  attach({ content, ...named }: Attached): void {
    // The type definitions lack the relationship that PDF/A-3 requires.
    const options: PDFKit.Mixins.PDFAttachmentOptions = {
      ...named,
      creationDate: this.#made,
      modifiedDate: this.#made,
    };
    this.#pdf.file(Buffer.from(content.buffer, content.byteOffset, content.byteLength), options);
  }

  /** Ends the last page. */
  end(): void {
    this.#root.end();
    this.#pdf.end();
  }

  take(): Buffer {
    return (this.#pdf.read() as Buffer | null) ?? Buffer.alloc(0);
  }

  #use(face: Face): void {
    if (!this.#faces.has(face)) {
      this.#faces.add(face);
      this.#pdf.registerFont(face.id, face.font as unknown as string); // The type definitions do not accept a font object.
    }
    this.#pdf.font(face.id);
  }
}

class PdfElement implements Element {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #element: PDFKit.PDFStructureElement;
  readonly #tag: string;

  constructor(pdf: PDFKit.PDFDocument, element: PDFKit.PDFStructureElement, tag: string) {
    this.#pdf = pdf;
    this.#element = element;
    this.#tag = tag;
  }

  child(tag: string, options: { readonly scope?: 'Column' } = {}): Element {
    const element = this.#pdf.struct(tag, options as PDFKit.Mixins.StructureElementOptions);
    this.#element.add(element);
    return new PdfElement(this.#pdf, element, tag);
  }

  draw(work: () => void): void {
    const content = this.#pdf.markStructureContent(this.#tag);
    work();
    this.#pdf.endMarkedContent();
    this.#element.add(content);
  }

  end(): void {
    this.#element.end();
  }
}

/**
 * Returns a text for the metadata. pdfkit inserts `toString()` into XML without escaping, so that method returns
 * escaped text. Elsewhere, pdfkit uses the value itself.
 */
function escapedText(text: string): string {
  const line = shown(text).replaceAll('\n', ' ');
  const escaped = line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return Object.assign(new String(line), { toString: () => escaped }) as unknown as string;
}
