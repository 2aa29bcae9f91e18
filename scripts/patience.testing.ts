import { vi } from 'vitest';

// vi.waitFor gives up after a second, which a busy machine needs for a screen alone. The limit of expect.poll stands in vitest.config.ts.
const PATIENCE_MS = 60_000;
const { waitFor } = vi;
const patient: typeof waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options);
vi.waitFor = patient;
