/** Specs that compare durations: they run by themselves, after those that only wait for states. */
export const timed = ['promptness.spec.ts'];
