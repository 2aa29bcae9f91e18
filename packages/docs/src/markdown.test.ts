import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wayTo } from './frame.ts';
import { highlight } from './highlight.ts';
import { BrokenLink, Links } from './links.ts';
import { render } from './markdown.ts';

const fence = '```';
const asItIs = (href: string) => href;

test('gives headings the fragments that the repository’s web view uses', () => {
  const { sections, html } = render(
    '# A page\n## 1. `Can` & “Denied”\n## Same\n## Same\n### How guessing is answered (6.1.1)\n',
    asItIs,
  );
  expect(sections.map(({ id }) => id)).toEqual([
    'a-page',
    '1-can--denied',
    'same',
    'same-1',
    'how-guessing-is-answered-611',
  ]);
  for (const { id } of sections) expect(html).toContain(`id="${id}"`);
});

test('omits comments, which contain instructions for tests', () => {
  const { html } = render(
    `# A\n<!-- given: declare const secret: string; -->\n${fence}ts\nconst a = secret;\n${fence}\n`,
    asItIs,
  );
  expect(html).not.toContain('declare');
  expect(html).toContain('<span class="keyword">const</span> a = secret;');
});

test('labels table cells for phones if the table has three or more columns', () => {
  const { html } = render('# A\n\n| a | `b` |  |\n| --- | --- | --- |\n| one | two | three |\n', asItIs);
  expect(html).toContain('<td role="cell">one</td><td data-label="b" role="cell">two</td><td role="cell">three</td>');
  expect(render('# A\n\n| a | b |\n| --- | --- |\n| one | two |\n', asItIs).html).not.toContain('data-label');
});

test('collects each section with its text, and the first paragraph of the page', () => {
  const { title, lead, sections } = render(
    '# A `page`\nThe *lead*.\n\n## Part\n| a | b |\n| --- | --- |\n| one | two |\n\n- x\n- y\n',
    asItIs,
  );
  expect([title, lead]).toEqual(['A page', 'The lead.']);
  expect(sections.map(({ text }) => text)).toEqual(['The lead.', 'a b one two x y']);
});

test('highlights no comments in strings, and no keywords in comments', () => {
  expect(highlight("fetch('http://a'); // for ever", 'ts')).toBe(
    'fetch(\'http://a\'); <span class="comment">// for ever</span>',
  );
  expect(highlight('a <b> "c"', undefined)).toBe('a &lt;b&gt; &quot;c&quot;');
});

test('writes links relative to the page', () => {
  expect(wayTo('index.html', 'guides/react.html')).toBe('guides/react.html');
  expect(wayTo('guides/react.html', 'guides/next.html')).toBe('next.html');
  expect(wayTo('reference/api/users.html', 'reference/errors.html')).toBe('../errors.html');
  expect(wayTo('files/deploy/a.html', 'index.html')).toBe('../../index.html');
});

test('links a file to its page, its picture or its source, and refuses a missing one', () => {
  const root = mkdtempSync(join(tmpdir(), 'licet-links-'));
  try {
    mkdirSync(join(root, 'docs/guides'), { recursive: true });
    mkdirSync(join(root, 'deploy'));
    for (const file of ['docs/console.png', 'deploy/nginx.conf']) writeFileSync(join(root, file), 'server {}\n');
    const page = (file: string, address: string) => ({ file, address, name: '', markdown: '' });
    const links = new Links(root, [
      page('docs/guides/a.md', 'guides/a.html'),
      page('packages/rule/README.md', 'packages/rule.html'),
    ]);
    const of = links.of(page('docs/guides/a.md', 'guides/a.html'));
    expect(of('../../packages/rule#vectors')).toBe('../packages/rule.html#vectors');
    expect(of('../console.png')).toBe('../assets/console.png');
    expect(of('../../deploy/nginx.conf')).toBe('../files/deploy/nginx.conf.html');
    expect([...links.files.values()][0]?.markdown).toContain('server {}');
    expect(of('../../deploy')).toBeUndefined();
    expect(of('#here')).toBe('#here');
    expect(() => of('b.md')).toThrow(BrokenLink);
    expect(() => of('../../../elsewhere.md')).toThrow('docs/guides/a.md links to ../elsewhere.md');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
