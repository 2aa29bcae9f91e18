import { expect, it } from 'vitest';
import { windowText } from './usage-tab.tsx';

it('shows the date since which usage is reported, without the time', () => {
  const now = new Date('2026-11-21T20:25:00Z');
  // Reports are counted by day, so the first report, 25 minutes ago, covers the time since midnight.
  expect(windowText('2026-11-21T00:00:00.000Z', now)).toMatch(/^The last \d+ days; reported since (21 Nov|Nov 21)$/);
  expect(windowText('2026-11-21T00:00:00.000Z', now)).not.toContain(' h ago');
  expect(windowText('2025-12-30T00:00:00.000Z', new Date('2026-01-04T08:00:00Z'))).toMatch(/since .*2025$/);
  expect(windowText('2020-01-01T00:00:00.000Z', now)).not.toContain('since');
});
