import { onTwo } from './two.testing.ts';

// What two processes can break that one cannot; all the rest on two runs at length.
await onTwo([10, 11, 12, 19, 21, 33, 34]);
