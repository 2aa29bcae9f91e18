import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

// The results of a step: `passed`, `failed`, `skipped`, its `output`, and the names of tests that passed only at the second try,
// `unsteady`.

export function bothOf(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: (one.skipped ?? 0) + (other.skipped ?? 0),
    output: [one, other].flatMap(({ failed, output }) => (failed > 0 && output ? [output] : [])).join('\n'),
    unsteady: [...(one.unsteady ?? []), ...(other.unsteady ?? [])],
  };
}

/** The stories that passed only at the second try, with the failure of the first, which is kept nowhere else. */
export function unsteadyIn({ title, specs = [], suites = [] }) {
  const own = specs.flatMap((spec) =>
    spec.tests.flatMap(({ status, results }) => (status === 'flaky' ? [spec.title + failureOf(results)] : [])),
  );
  return [...own, ...suites.flatMap((it) => unsteadyIn(it))].map((name) => `${title} › ${name}`);
}

/** The message and the place of the first failure, on separate lines. */
function failureOf(results) {
  const error = results.find((result) => result.error)?.error;
  if (!error) return '';
  const { file, line } = error.location ?? {};
  const message = stripVTControlCharacters(error.message ?? '').trim();
  return `\n${message}${file ? `\n(${file}:${line})` : ''}`.replaceAll('\n', '\n         ');
}

export function jsonIn(text) {
  try {
    return JSON.parse(text.slice(text.indexOf('[')));
  } catch {
    return undefined;
  }
}

export function reportIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

export function counts({ passed, failed, skipped = 0 }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

export function unsteadyOf({ unsteady = [] }) {
  return unsteady.length > 0 ? `, ${unsteady.length} unsteady` : '';
}
