import { vi } from 'vitest';

// vi.waitFor and vi.waitUntil give up after a second, which a busy machine needs for one statement. The limit of expect.poll stands in vitest.config.ts.
const PATIENCE_MS = 60_000;
const made = Symbol.for('licet: patient');
// This file is run for each test file, and they may share a process.
if (!(made in vi)) {
  const { waitFor, waitUntil } = vi;
  const patientFor: typeof waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options);
  const patientUntil: typeof waitUntil = (callback, options = PATIENCE_MS) => waitUntil(callback, options);
  Object.assign(vi, { waitFor: patientFor, waitUntil: patientUntil, [made]: true });
}
