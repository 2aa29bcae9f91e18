/** Browser tests that compare durations. They run without other tests in parallel, after the tests that only wait for states. */
export const timed = ['promptness.spec.ts'];
