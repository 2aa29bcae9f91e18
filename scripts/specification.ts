// Writes docs/specification.md from the contract.
// Usage: npm run specification
import { writeFileSync } from 'node:fs';
import { specification } from '../packages/contract/src/specification.ts';

writeFileSync(new URL('../docs/specification.md', import.meta.url), specification());
