import { limits } from '@licet/contract';
import type { EvidenceRow } from '@licet/contract/audit-chain';
import type { EvidenceAbout } from './about.ts';
import type { Figures } from './figures.ts';
import { Flow } from './flow.ts';
import { type Paper, styles } from './paper.ts';
import { type Cell, type Column, type Rows, type Structure, table, tallBeginning } from './table.ts';
import { type Words, words } from './words.ts';
import { shown } from './wrap.ts';

/** The data that the pages show. */
export interface Evidence {
  readonly about: EvidenceAbout;
  readonly figures: Figures;
  /** Reads the rows from the CSV at each call. */
  rows(): Iterable<EvidenceRow>;
  /** The file names of the attached CSV and its signature, and the digest of the CSV. */
  readonly files: readonly [csv: string, signature: string];
  readonly digest: string;
}

/**
 * Draws the pages, one row of the review per step.
 * @param total the number of pages
 */
export function* drawPages(paper: Paper, evidence: Evidence, total: number): Generator<void> {
  const { about, figures, files, digest } = evidence;
  const text = words[about.language];
  const flow = new Flow(paper, {
    above: [`${text.evidence}: ${about.name}`, about.organisation],
    below: `${files[0]} SHA-256 ${digest}`,
    page: (no) => text.page(no, total),
  });
  flow.paragraph(about.name, styles.title, 'H1');
  flow.paragraph(`${text.evidence} · ${about.organisation}`, styles.label);
  flow.gap(8);
  drawFacts(flow, text, about, figures);
  const counts = countsOf(figures).map((count): Cell => [[text.number(count), styles.cell]]);
  yield* titled(flow, text.figures, equal(flow, Object.values(text.counted)), () => [counts]);
  if (figures.reviewers.size === 0) {
    heading(flow, text.byReviewer);
    flow.paragraph(text.nobody, styles.text);
  } else yield* titled(flow, text.byReviewer, reviewerColumns(text), () => reviewersOf(figures, text));
  heading(flow, text.verifying);
  flow.paragraph(text.verifyingText(files), styles.text);
  if (figures.lines === 0) {
    heading(flow, text.every);
    flow.paragraph(text.none, styles.text);
  } else {
    const many = figures.lines > limits.reviewCellsTagged.value;
    yield* titled(flow, text.every, lineColumns(text), () => linesOf(evidence, text), many ? 'rows' : 'cells');
  }
}

/** Draws a table and its heading. The heading is on the page of the first row. */
function* titled(flow: Flow, text: string, columns: Column[], rows: Rows, structure?: Structure): Generator<void> {
  heading(flow, text, tallBeginning(flow, columns, rows));
  yield* table(flow, columns, rows, structure);
}

function drawFacts(flow: Flow, text: Words, about: EvidenceAbout, { changes }: Figures): void {
  const who = about.reviewers === null ? text.owners : about.reviewers.join(', ');
  const then = about.fallback === null ? '' : `; ${text.fallback(about.fallback)}`;
  const done = changes.count === 0 ? text.noChanges : text.changes(changes.count, changes.first, changes.last);
  flow.fact(text.reviewed, text.scope(about.scope));
  flow.fact(text.opened, text.happened(about.openedAt, about.openedBy, about.openedNo));
  flow.fact(text.planned, text.moment(about.endsAt));
  flow.fact(text.closed, text.happened(about.closedAt, about.closedBy, about.closedNo));
  flow.fact(text.decide, `${who}${then}`);
  flow.fact(text.rule, text.rules[about.undecided]);
  flow.fact(text.applied, `${text.appliedText(about.closedNo, about.decisionsDigest)}; ${done}`);
  flow.fact(text.chain, text.checkpoint(about.checkpoint, about.kid));
  flow.fact(text.made, `${text.moment(about.madeAt)}, ${about.issuer}`);
}

/** @param tall the height of the content that must follow on the same page */
function heading(flow: Flow, text: string, tall = 40): void {
  const [above, below] = [10, 3];
  flow.gap(above);
  flow.need(styles.heading.size * 1.3 + below + tall);
  flow.paragraph(text, styles.heading, 'H2');
  flow.gap(below);
}

const equal = (flow: Flow, heads: readonly string[]): Column[] =>
  heads.map((head) => ({ head, width: flow.width / heads.length }));

const countsOf = ({ lines, kept, revoked, shortened, handedOn, pending, outcomes }: Figures) => [
  lines,
  kept,
  revoked,
  shortened,
  handedOn,
  pending,
  outcomes.revoked,
  outcomes.shortened,
  outcomes.gone,
];

const reviewerColumns = ({ reviewer, decided, counted, together }: Words): Column[] => [
  { head: reviewer, width: 261.89 },
  ...[decided, counted.kept, counted.revoked, counted.shortened, together].map((head) => ({ head, width: 100 })),
];

function* reviewersOf({ reviewers }: Figures, text: Words): Generator<Cell[]> {
  for (const [id, { name, lines, kept, revoked, shortened, together }] of reviewers)
    yield [
      [
        [name, styles.cell],
        [id, styles.small],
      ],
      ...[lines, kept, revoked, shortened, together].map((count): Cell => [[text.number(count), styles.cell]]),
    ];
}

const lineWidths = [32, 130, 160, 108, 116, 110, 105.89];
const lineColumns = ({ heads }: Words): Column[] =>
  heads.map((head, place) => ({ head, width: lineWidths[place] ?? 0 }));

function* linesOf({ rows }: Evidence, text: Words): Generator<Cell[]> {
  for (const row of rows())
    yield [
      [[row.line, styles.cell]],
      holderOf(row, text),
      accessOf(row, text),
      sinceOf(row, text),
      decisionOf(row, text),
      deciderOf(row, text),
      row.note === '' ? [] : [[row.note, styles.cell]],
    ];
}

const small = (text: string): Cell => (text === '' ? [] : [[text, styles.small]]);

function holderOf(row: EvidenceRow, text: Words): Cell {
  const kind = row['holder kind'];
  const reached = row.people === '' ? '' : `: ${text.people(Number(row.people))}`;
  const detail = kind === 'group' || kind === 'client' ? `${text.kinds[kind]}${reached}` : row.username;
  return [[row.name || row.holder, styles.strong], ...small(detail)];
}

function accessOf(row: EvidenceRow, text: Words): Cell {
  const member = row.group !== '';
  const gives = row.role === '' ? 'permission' : 'role';
  const path = member ? text.paths.member : row['holder kind'] === 'group' ? text.paths.group : text.paths.direct;
  return [
    [row.access, styles.cell],
    ...small(member ? text.membership : text.gives(gives, row.application)),
    ...small(path),
  ];
}

function sinceOf(row: EvidenceRow, text: Words): Cell {
  const reported = row['reported since'];
  const used = row['last exercised'];
  const by = row['given by'];
  return [
    [row.since === '' ? '' : text.day(row.since), styles.cell],
    ...small(by === '' ? '' : text.given(by)),
    ...small(row.ends === '' ? '' : text.ends(row.ends)),
    ...small(used !== '' ? text.used(used) : reported !== '' ? text.unused(reported) : text.unreported),
  ];
}

function decisionOf({ state, outcome, change, 'shorten to': to }: EvidenceRow, text: Words): Cell {
  const what = state === 'shortened' ? text.shortened(to) : (text.states[state as keyof Words['states']] ?? state);
  const note =
    outcome === 'revoked'
      ? text.removed(change)
      : outcome === 'shortened'
        ? text.cut(change)
        : outcome === 'kept' && state !== 'kept'
          ? text.keptByRule
          : (text.outcomes[outcome as keyof Words['outcomes']] ?? outcome);
  return [[what, styles.strong], ...small(note)];
}

function deciderOf(row: EvidenceRow, text: Words): Cell {
  const [by, at] = [row['decided by'], row['decided at']];
  if (by === '' || at === '') return [];
  const others = Number(row['decided with others']);
  const name = row['decided by name'] || by;
  const account = shown(name) === name.normalize('NFC') ? '' : by; // Print the id if the name cannot be printed.
  const handed = row.state === 'handed on';
  return [
    [handed ? text.handedOnBy(name) : name, handed ? styles.small : styles.cell],
    ...small(account),
    ...small(text.moment(at)),
    ...small(others > 0 ? text.others(others) : ''),
  ];
}
