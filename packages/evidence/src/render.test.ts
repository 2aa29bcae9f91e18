import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evidenceLayout } from './about.ts';
import { evidenceIn, pagesFit, partsOf } from './check.ts';
import { faceOf } from './faces.ts';
import { sealOf } from './paper.ts';
import { renderEvidence } from './render.ts';
import { aboutOf, csvOf, lineOf, pagesOf, within } from './testing.ts';

const rendered = async (rows = [lineOf(1)], changes = {}) => {
  const parts = { csv: csvOf(rows), signature: 'e30..sig', about: aboutOf(changes) };
  const pieces: Buffer[] = [];
  for await (const piece of renderEvidence(parts, ({ sha256 }) => `signed.${sha256}.`)) pieces.push(piece);
  return { parts, file: Buffer.concat(pieces) };
};
const textOf = async (...args: Parameters<typeof pagesOf>) =>
  (await pagesOf(...args)).map((page) => page.map(({ text }) => text).join('\n'));

test('the evidence states what was reviewed, by whom, with which result, and how to verify it', async () => {
  const rows = [
    lineOf(1),
    lineOf(2, {
      state: 'revoked',
      outcome: 'revoked',
      change: '12340',
      note: 'Left the team',
      'decided with others': '3',
    }),
    lineOf(3, {
      state: 'shortened',
      outcome: 'shortened',
      change: '12341',
      'shorten to': '2026-12-31T17:00:00.000000Z',
    }),
    lineOf(4, { state: 'revoked', outcome: 'gone', 'decided by': '0190', 'decided by name': 'Jonas Weber' }),
    lineOf(5, { state: 'handed on', 'decided by': '', 'decided at': '' }),
    lineOf(6, { state: 'pending', 'decided by': '', 'decided at': '' }),
  ];
  const text = (await textOf(rows)).join('\n');
  for (const said of [
    'Ledger 2026 Q4',
    'Example & Sons <Ltd>',
    'All access in Ledger',
    '2026-11-14 09:30:12 UTC by Anna Admin (change 12,345)',
    'Chiara Bianchi',
    'Jonas Weber',
    'taken away by change 12340',
    'shortened by change 12341',
    'Left the team',
    'with 3 others at once',
    'had ended before the closing',
    'Handed on, not decided',
    'licet reviews verify evidence.pdf',
    'Checkpoint 77 of the audit chain',
    '2 changes took access away or shortened it, from 12,340 to 12,341',
  ])
    expect(text.replaceAll('\n', ' ')).toContain(said);
  // The numbers are: rows; kept, revoked, shortened, handed on, not decided; revoked, shortened, had ended.
  expect(text).toContain('Had ended before\n6\n1\n2\n1\n1\n1\n1\n1\n1\n');
  expect(text).toContain('Chiara Bianchi\n018f\n3\n1\n1\n1\n4\n');
});

test('the evidence reports undecided lines, and lines that were handed on, as not decided', async () => {
  const handed = lineOf(1, { state: 'handed on' });
  const nobody = { 'decided by': '', 'decided by name': '', 'decided at': '' };
  const text = (await textOf([handed, lineOf(2, { state: 'pending', ...nobody }), lineOf(3)])).join('\n');
  const lineText = (no: number) => text.slice(text.indexOf(`person.${no}\n`), text.indexOf(`person.${no + 1}\n`));
  expect(lineText(1)).toContain('Handed on, not decided\nkept by the rule\nhanded on by Chiara Bianchi\n');
  expect(lineText(2)).toMatch(/Not decided\nkept by the rule\n3\n/);
  expect(text).toContain('Keep\nkept\nChiara Bianchi\n');
});

test('the evidence is in German on request', async () => {
  const taken = lineOf(2, { state: 'revoked', outcome: 'revoked', change: '12340' });
  const text = (await textOf([lineOf(1), taken], { language: 'de' })).join('\n');
  expect(text.replaceAll('\n', ' ')).toContain('Entziehen entzogen durch Änderung 12340 ');
  expect(text).toContain('14.11.2026 09:30:12 UTC von Anna Admin (Änderung 12.345)');
  expect(text).toContain('2 von 2');
});

test('numbers each page, repeats the table header, and stays within the margins', async () => {
  const pages = await pagesOf(Array.from({ length: 120 }, (_, index) => lineOf(index + 1)));
  expect(pages.length).toBeGreaterThan(3);
  for (const [index, page] of pages.entries()) {
    const texts = page.map(({ text }) => text);
    expect(texts).toContain(`${index + 1} of ${pages.length}`);
    if (index > 1) expect(texts.slice(0, 12)).toEqual(expect.arrayContaining(['Who', 'Decided by']));
    expect(page.filter((it) => !within(it))).toEqual([]);
  }
  const numbers = pages.flatMap((page) => page.map(({ text }) => /^person\.(\d+)$/.exec(text)?.[1] ?? [])).flat();
  expect(numbers).toEqual(Array.from({ length: 120 }, (_, index) => String(index + 1)));
});

test('keeps the heading, the header row and the first row of a table on one page', async () => {
  for (let reviewers = 1; reviewers <= 24; reviewers += 1) {
    const rows = Array.from({ length: reviewers }, (_, index) =>
      lineOf(index + 1, {
        'decided by': `id-${index}`,
        'decided by name': `Reviewer ${index}`,
        note: 'Month end. '.repeat(20),
      }),
    );
    const pages = await textOf(rows);
    for (const [heading, row] of [
      ['Every line', 'person.1\n'],
      ['By reviewer', 'id-0\n'],
    ] as const)
      expect(
        pages.find((page) => page.includes(`\n${heading}\n`)),
        `${heading}, of ${reviewers}`,
      ).toContain(row);
  }
});

test('states that a review has no lines', async () => {
  expect((await textOf([])).join('\n')).toContain('The review had no lines.');
});

test('splits a note of 10 kB over pages, without loss and within the margins', async () => {
  for (const note of ['x'.repeat(10_000), 'word '.repeat(2000).trim(), '-'.repeat(10_000)]) {
    const pages = await pagesOf([lineOf(1, { note }), lineOf(2)]);
    const column = pages.flatMap((page) => page.filter(({ x }) => x > 690 && x < 800)).map(({ text }) => text);
    expect(column.join('').replaceAll(' ', '')).toContain(note.replaceAll(' ', '').slice(0, 40));
    expect(column.join('').match(/[xword-]/g)?.length).toBeGreaterThanOrEqual(note.replaceAll(' ', '').length);
    expect(pages.flat().filter((it) => !within(it))).toEqual([]);
  }
});

test.each(['Łukasz Żółć', 'Ελένη Παπαδοπούλου', 'Дмитрий Шостакович', 'Nguyễn Thị Hạnh', 'عمر حسن', 'דוד כהן', 'José'])(
  'prints %s unchanged',
  async (name) => {
    expect((await textOf([lineOf(1, { name })])).join('\n')).toContain(name);
    for (const letter of name.normalize('NFC')) expect(faceOf(letter.codePointAt(0) ?? 0, 'regular')).toBeDefined();
  },
);

test.each([
  ['王伟', '[U+738B U+4F1F]'],
  ['Eve\u202Efdp.exe', 'Eve[U+202E]fdp.exe'],
  ['Bell\u0007\u0000', 'Bell[U+0007 U+0000]'],
  ['Soft\u00ADhyphen\u200B', 'Soft[U+00AD]hyphen[U+200B]'],
  ['Ze\u0301\u0301\u0301\u0301', 'Z\u00E9\u0301\u0301[U+0301]'],
])('prints unusual characters of %j as code points, before the username', async (name, shown) => {
  const text = (await textOf([lineOf(1, { name })])).join('\n');
  expect(text).toContain(`${shown}\nperson.1\n`);
});

test('renders the same evidence to the same pages, as recorded for this layout', async () => {
  const rows = [
    lineOf(1, { name: 'Łukasz عمر' }),
    lineOf(2, { note: 'Left', state: 'handed on' }),
    ...Array.from({ length: 30 }, (_, index) =>
      lineOf(index + 3, { 'decided by': `id-${index}`, note: 'Month end. ' }),
    ),
  ];
  const digestOf = async () => {
    const hash = createHash('sha256');
    for (const { text, data } of partsOf((await rendered(rows)).file)) hash.update(text).update(data);
    return hash.digest('hex');
  };
  const digest = await digestOf();
  expect(await digestOf()).toBe(digest);
  // If the digest differs, raise the layout version. Otherwise, earlier pages would be reported as forged.
  expect([evidenceLayout, digest.slice(0, 16)]).toEqual([4, '1f07d6d23680840a']);
});

test('the evidence file attaches its inputs, and its seal covers every other byte', async () => {
  const { parts, file } = await rendered();
  const attached = evidenceIn(file);
  expect(attached).toEqual({ csv: parts.csv, signature: parts.signature, about: parts.about });
  const { seal, sha256 } = sealOf(file) ?? {};
  expect(seal).toBe(`signed.${sha256}.`);
  const changed = Buffer.from(file);
  changed[2000] = (changed[2000] ?? 0) ^ 1;
  expect(sealOf(changed)?.sha256).not.toBe(sha256);
  expect(sealOf(Buffer.from('%PDF-1.7\n'))).toBeUndefined();
});

test('detects pages that do not match their attachments, but only in its own layout', async () => {
  const { file } = await rendered();
  const other = await rendered([lineOf(1, { state: 'revoked', outcome: 'gone' })]);
  const fits = (attached: Buffer) => pagesFit(file, evidenceIn(attached), sealOf(file)?.seal ?? '');
  expect(await fits(file)).toBe(true);
  expect(await fits(other.file)).toBe(false);
  const later = { ...evidenceIn(file), about: aboutOf({ layout: evidenceLayout + 1 }) };
  expect(await pagesFit(file, later, '')).toBeUndefined();
});

test('writes valid XML metadata for any title', async () => {
  const { file } = await rendered([], { name: '</rdf:li>&<b>\u0001' });
  const xml = file.toString('utf8').match(/<x:xmpmeta.*<\/x:xmpmeta>/s)?.[0] ?? '';
  expect(xml).toContain('&lt;/rdf:li&gt;&amp;&lt;b&gt;[U+0001]');
});

const poppler = spawnSync('pdftotext', ['-v']).status === 0;
test.skipIf(!poppler)(
  'another program can read the text, title, structure and attachments of the evidence (needs poppler-utils)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'licet-evidence-'));
    try {
      const path = join(folder, 'evidence.pdf');
      writeFileSync(path, (await rendered([lineOf(1, { name: 'Łukasz Дмитрий' })], { language: 'de' })).file);
      const read = (command: string, ...args: string[]) => spawnSync(command, [...args], { encoding: 'utf8' }).stdout;
      expect(read('pdftotext', '-layout', path, '-')).toMatch(/Łukasz Дмитрий/);
      expect(read('pdfinfo', path)).toMatch(/Title: +Ledger 2026 Q4 \(Nachweis.*Tagged: +yes.*\(A4\)/s);
      expect(read('pdfinfo', '-struct', path)).toMatch(/Table.*\n.*TR.*\n.*TH/);
      expect(read('pdfdetach', '-list', path)).toMatch(/3 embedded files.*review-12345\.csv\n.*csv\.jws\n.*json/s);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
