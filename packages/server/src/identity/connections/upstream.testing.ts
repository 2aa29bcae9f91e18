import { openGuard } from '../../outgoing/guard.ts';
import { createOutgoing } from '../../outgoing/outgoing.ts';
import { createDirectories } from '../directories/directories.ts';
import { createUpstream } from './upstream.ts';

/** Allows test providers on this machine. */
export const testOutgoing = createOutgoing({ allowed: ['127.0.0.0/8', 'localhost'], patience: 3000 });

export const testUpstream = (issuer: string) =>
  createUpstream({ issuer, outgoing: testOutgoing, directories: testDirectories });

/** Allows test directories on this machine. */
export const testDirectories = createDirectories(openGuard({ allowed: ['127.0.0.1', 'localhost'] }));
