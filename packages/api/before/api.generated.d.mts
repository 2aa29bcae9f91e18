// `createVerifier` of commit 6b136b57; packages/rule/before/README.md tells how it was made.
export { createVerifier } from '../src/index.ts';
