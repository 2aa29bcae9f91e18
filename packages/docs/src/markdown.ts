import { Marked, type Token, type Tokens } from 'marked';
import { escaped, highlight } from './highlight.ts';

/** A heading and the text up to the next heading. */
export interface Section {
  readonly id: string;
  readonly depth: number;
  readonly title: string;
  readonly text: string;
}

export interface Rendered {
  readonly title: string;
  /** The first paragraph of the page, as a summary. */
  readonly lead: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

/** Returns the address on the site for a link of a page, or undefined if the target is not on the site. */
export type LinkOf = (href: string) => string | undefined;

/** Renders a Markdown page as HTML. Returns its headings and, for the search, the text below each heading. */
export function render(markdown: string, linkOf: LinkOf): Rendered {
  // Removes comments, which contain instructions for tests.
  const text = markdown.replace(/<!--[\s\S]*?-->\n?/g, '');
  const ids = new Map<string, number>();
  const sections: { id: string; depth: number; title: string; text: string }[] = [];
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const id = sections[seen++]?.id ?? '';
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1 id="${id}">${inner}</h1>\n`;
        const label = escaped(`Link to “${plain(tokens)}”`);
        return `<h${depth} id="${id}">${inner}<a class="anchor" href="#${id}" aria-label="${label}">#</a></h${depth}>\n`;
      },
      // Short code does not wrap, so that a name is not split at its hyphens.
      codespan: ({ text }) => `<code${text.length <= 28 ? ' class="whole"' : ''}>${escaped(text)}</code>`,
      code: ({ text, lang }) => codeBlock(text, lang?.split(/\s/)[0]),
      table({ header, rows, align }) {
        // On a phone, a table row with three or more cells becomes a paragraph with labels.
        const stacks = header.length > 2;
        const role = (it: string) => (stacks ? ` role="${it}"` : '');
        const cell = (name: 'th' | 'td', { tokens }: Tokens.TableCell, index: number) => {
          const label = stacks && name === 'td' && index > 0 ? plain(header[index]?.tokens ?? []) : '';
          const labelled = label === '' ? '' : ` data-label="${escaped(label)}"`;
          const numeric = align[index] === 'right' ? ' class="numeric"' : '';
          return `<${name}${numeric}${labelled}${role(name === 'th' ? 'columnheader' : 'cell')}>${this.parser.parseInline(tokens)}</${name}>`;
        };
        const row = (name: 'th' | 'td', cells: Tokens.TableCell[]) =>
          `<tr${role('row')}>${cells.map((it, index) => cell(name, it, index)).join('')}</tr>`;
        const head = header.some(({ text }) => text !== '') ? `<thead>${row('th', header)}</thead>` : '';
        return `<div class="${stacks ? 'table stacks' : 'table'}" tabindex="0"><table${role('table')}>${head}<tbody>${rows.map((cells) => row('td', cells)).join('')}</tbody></table></div>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const to = linkOf(href);
        return to === undefined ? inner : `<a href="${escaped(to)}">${inner}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escaped(linkOf(href) ?? href)}" alt="${escaped(text)}" loading="lazy">`;
      },
    },
  });
  let seen = 0;
  const tokens = marked.lexer(text);
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = plain(token.tokens ?? []);
      sections.push({ id: idOf(title, ids), depth: (token as Tokens.Heading).depth, title, text: '' });
    } else {
      const last = sections.at(-1);
      if (last) last.text = `${last.text} ${plain([token])}`.trim();
    }
  }
  const lead = tokens.find(({ type }) => type === 'paragraph');
  return {
    title: sections[0]?.title ?? '',
    lead: lead ? plain([lead]) : '',
    html: marked.parser(tokens),
    sections: sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, ' ') })),
  };
}

/** Returns code in a box that scrolls separately, also by keyboard. */
export function codeBlock(code: string, language?: string): string {
  return `<div class="code-block"><pre class="code" tabindex="0"><code>${highlight(code.replace(/\n$/, ''), language)}</code></pre></div>\n`;
}

/** Returns the fragment of a heading. The repository's web view uses the same fragment, so links work in both places. */
function idOf(title: string, taken: Map<string, number>): string {
  const id = title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
  const before = taken.get(id);
  taken.set(id, (before ?? 0) + 1);
  return before === undefined ? id : `${id}-${before}`;
}

/** Returns the text of tokens without formatting. */
function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows].map((row) => row.map((cell) => plain(cell.tokens)).join(' ')).join(' ');
      }
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => plain(item.tokens)).join(' ');
      if (token.type === 'html') return '';
      if ('tokens' in token && token.tokens) return plain(token.tokens);
      return 'text' in token && typeof token.text === 'string' ? token.text : token.type === 'br' ? ' ' : '';
    })
    .join('')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'");
}
