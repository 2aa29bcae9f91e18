/** Stories that compare durations: they run alone, after those that only wait for states. */
export const timed = ['promptness.spec.ts'];
