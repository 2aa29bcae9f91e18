// `createAccess` of commit 6b136b57; packages/rule/before/README.md tells how it was made.
export { createAccess } from '../src/index.ts';
