/** Specs that are timed to the second: they run by themselves, after those that only look. */
export const timed = ['journey', 'console-live', 'kit/client-live'].map((name) => `${name}.spec.ts`);
