export { Denied, type DeniedProps } from './denied.tsx';
export type { RefusalState } from './state-of.ts';
export { type DeniedOptions, type DeniedParts, type DeniedTexts, useDenied } from './use-denied.ts';
