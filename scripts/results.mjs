import { readFileSync } from 'node:fs';

// What a step comes to: `passed`, `failed`, `skipped`, its `output`, and the names of what passed at its second try, `unsteady`.

export function bothOf(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: (one.skipped ?? 0) + (other.skipped ?? 0),
    output: [one, other].flatMap(({ failed, output }) => (failed > 0 && output ? [output] : [])).join('\n'),
    unsteady: [...(one.unsteady ?? []), ...(other.unsteady ?? [])],
  };
}

/** What passed at its second try alone, by name. */
export function unsteadyIn({ title, specs = [], suites = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map((spec) => spec.title);
  return [...own, ...suites.flatMap((it) => unsteadyIn(it))].map((name) => `${title} › ${name}`);
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
