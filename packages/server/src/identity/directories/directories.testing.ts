import { openGuard } from '../../outgoing/guard.ts';
import { createDirectories } from './directories.ts';

/** What asks the directories of tests, which are on this machine. */
export const testDirectories = createDirectories(openGuard({ allowed: ['127.0.0.1', 'localhost'] }));
