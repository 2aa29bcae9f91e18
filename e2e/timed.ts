/** Stories that compare durations: they run without other tests in parallel, after the stories that only wait for states. */
export const timed = ['promptness.spec.ts'];
