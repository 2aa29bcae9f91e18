import { onTwo } from './parts.ts';

await onTwo();
