import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export interface StepResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped?: number;
  readonly output?: string;
  /** The names of tests that passed only at the second try. */
  readonly unsteady?: readonly string[];
}

/** The results of a vitest run, with the failures after which a file may run a second time. */
export interface VitestResult extends StepResult {
  readonly failures?: readonly { readonly file: string; readonly title: string }[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
  readonly suites: readonly ReportedSuite[];
}

/** A file or a group in a Playwright report. */
export interface ReportedSuite {
  readonly title: string;
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly { readonly status: string; readonly results: readonly ReportedResult[] }[];
  }[];
  readonly suites?: readonly ReportedSuite[];
}

interface ReportedResult {
  readonly status: string;
  readonly error?: {
    readonly message?: string;
    readonly location?: { readonly file: string; readonly line: number };
  };
}

/** Returns the result of a step that ended without a report. */
export function crashed(output: string): StepResult {
  return { passed: 0, failed: 1, output };
}

/** Returns the results of vitest, from its report if there is one. */
export function vitestResult(report: VitestReport | undefined, code: number | null, output: string): VitestResult {
  if (report === undefined) return crashed(output);
  // A suite that failed to load has no failed test. A run can also fail because of an error outside of every test.
  const unloaded = report.testResults.filter((it) => it.status === 'failed' && it.assertionResults.length === 0).length;
  const failed = report.numFailedTests + unloaded;
  const failures = report.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName: title }) => ({ file, title })),
  );
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    output,
    // Reports no failures to retry if something other than a test also failed.
    failures: unloaded === 0 && !output.includes('Unhandled Error') ? failures : [],
  };
}

/** Returns the results of Playwright, from its report if there is one. */
export function playwrightResult(
  report: PlaywrightReport | undefined,
  code: number | null,
  output: string,
): StepResult {
  if (report === undefined) return crashed(output);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected === 0 && code !== 0 ? 1 : unexpected;
  return { passed: expected + flaky, failed, skipped, output, unsteady: report.suites.flatMap((it) => unsteadyIn(it)) };
}

export function bothOf(one: StepResult, other: StepResult): StepResult {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: (one.skipped ?? 0) + (other.skipped ?? 0),
    output: [one, other].flatMap(({ failed, output }) => (failed > 0 && output ? [output] : [])).join('\n'),
    unsteady: [...(one.unsteady ?? []), ...(other.unsteady ?? [])],
  };
}

/** Returns the browser tests that passed only at the second try, with the failure of the first try. No other file contains that failure. */
export function unsteadyIn({ title, specs = [], suites = [] }: ReportedSuite): string[] {
  const own = specs.flatMap((spec) =>
    spec.tests.flatMap(({ status, results }) => (status === 'flaky' ? [spec.title + failureOf(results)] : [])),
  );
  return [...own, ...suites.flatMap((it) => unsteadyIn(it))].map((name) => `${title} › ${name}`);
}

/** Returns the message and the place of the first failure, on separate lines. */
function failureOf(results: readonly ReportedResult[]): string {
  const error = results.find((result) => result.error)?.error;
  if (!error) return '';
  const { location, message = '' } = error;
  const place = location ? `\n(${location.file}:${location.line})` : '';
  return `\n${stripVTControlCharacters(message).trim()}${place}`.replaceAll('\n', '\n         ');
}

/** Returns the JSON array in an output, or undefined if there is none. */
export function jsonIn<Item>(text: string): Item[] | undefined {
  try {
    return JSON.parse(text.slice(text.indexOf('[')));
  } catch {
    return undefined;
  }
}

export function reportIn<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

export function counts({ passed, failed, skipped = 0 }: StepResult): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

export function unsteadyOf({ unsteady = [] }: StepResult): string {
  return unsteady.length > 0 ? `, ${unsteady.length} unsteady` : '';
}
