import { afterAll, vi } from 'vitest';

// Files share a process and its modules. An import that a file leaves unfinished fails when the file ends, and it would fail again in the next
// file that needs the module.
afterAll(() => vi.dynamicImportSettled());

// By default, vi.waitFor and vi.waitUntil give up after one second, which is too soon on a busy machine. vitest.config.ts sets the limit of
// expect.poll.
const PATIENCE_MS = 60_000;
const made = Symbol.for('licet: patient');
// This file runs for each test file, and test files may share a process. So it wraps the functions only once.
if (!(made in vi)) {
  const { waitFor, waitUntil } = vi;
  const patientFor: typeof waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options);
  const patientUntil: typeof waitUntil = (callback, options = PATIENCE_MS) => waitUntil(callback, options);
  Object.assign(vi, { waitFor: patientFor, waitUntil: patientUntil, [made]: true });
}
