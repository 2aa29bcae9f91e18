import { createHash } from 'node:crypto';
import type { Sha256 } from '@licet/contract/audit-chain';

export const sha256: Sha256 = (bytes, text) => createHash('sha256').update(bytes, 'hex').update(text).digest('hex');
