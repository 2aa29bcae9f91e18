import { onTwo } from './two.testing.ts';

await onTwo();
