import { type Element, type Paper, type Style, sheet, styles } from './paper.ts';
import { widthOf } from './runs.ts';
import { wrap } from './wrap.ts';

/** The texts in the header and footer of each page. */
export interface Margins {
  readonly above: readonly [left: string, right: string];
  readonly below: string;
  page(no: number): string;
}

/** Lays out text from top to bottom, and continues on the next page. */
export class Flow {
  readonly paper: Paper;
  readonly x = sheet.left;
  readonly width = sheet.right - sheet.left;
  y: number = sheet.bottom;
  readonly #margins: Margins;

  constructor(paper: Paper, margins: Margins) {
    this.paper = paper;
    this.#margins = margins;
    this.turn();
  }

  get left(): number {
    return sheet.bottom - this.y;
  }

  /** The maximum height of a row below a table's head. */
  readonly most = sheet.bottom - sheet.top - headMost;

  /** True if the page contains at most a table's head. */
  get fresh(): boolean {
    return this.y - sheet.top < headMost;
  }

  element(tag: string): Element {
    return this.paper.document.child(tag);
  }

  /** Goes to the next page if less than this height is left. */
  need(tall: number): void {
    if (this.left < tall) this.turn();
  }

  turn(): void {
    const { paper } = this;
    paper.newPage();
    this.y = sheet.top;
    paper.aside(() => {
      const [left, right] = this.#margins.above;
      const half = this.width / 2;
      paper.text(cut(left, half), sheet.left, 40, styles.small);
      atRight(paper, cut(right, half), 40, styles.small);
      paper.text(this.#margins.below, sheet.left, 570, styles.small);
      atRight(paper, this.#margins.page(paper.pages), 570, styles.small);
    });
  }

  gap(tall: number): void {
    this.y += tall;
  }

  rule(): void {
    this.paper.aside(() => this.paper.rule(this.y, sheet.left, sheet.right));
  }

  paragraph(text: string, style: Style, tag = 'P', x = 0, element = this.element(tag)): void {
    const tall = style.size * 1.3;
    for (const line of wrap(text, style.weight, style.size, this.width - x)) {
      this.need(tall);
      element.draw(() => this.paper.text(line, this.x + x, this.y + style.size, style));
      this.y += tall;
    }
    element.end();
  }

  /** Draws a label, with its text to the right. */
  fact(label: string, text: string): void {
    this.need(styles.label.size * 1.3);
    const { y, paper } = this;
    const page = paper.pages;
    const element = this.element('P');
    element.draw(() => paper.text(label, this.x, y + styles.label.size, styles.label));
    this.paragraph(text, styles.text, 'P', 170, element);
    if (page === paper.pages) this.y = Math.max(this.y, y + styles.label.size * 1.3);
    this.gap(2);
  }
}

/** The maximum height of a table's head. */
const headMost = 30;

/** Returns the first line of a text, with an ellipsis if more lines follow. */
function cut(text: string, width: number): string {
  const [line = '', more] = wrap(text, 'regular', styles.small.size, width - 12);
  return more === undefined ? line : `${line} …`;
}

function atRight(paper: Paper, line: string, baseline: number, style: Style): void {
  paper.text(line, sheet.right - widthOf(line, style.weight) * style.size, baseline, style);
}
