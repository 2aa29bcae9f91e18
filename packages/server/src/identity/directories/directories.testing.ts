import { openGuard } from '../../outgoing/guard.ts';
import { createDirectories } from './directories.ts';

/** Allows test directories on this machine. */
export const testDirectories = createDirectories(openGuard({ allowed: ['127.0.0.1', 'localhost'] }));
