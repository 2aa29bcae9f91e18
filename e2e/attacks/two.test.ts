import { onTwo } from './parts.ts';

// The attacks that need two processes. `npm run long` runs all other attacks on two processes as well.
await onTwo([10, 11, 12, 19, 21, 33, 34]);
