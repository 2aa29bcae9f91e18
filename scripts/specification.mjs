// Writes docs/specification.md from the contract. Runs on the pinned Node, which reads TypeScript as it is.
import { writeFileSync } from 'node:fs';
import { specification } from '../packages/contract/src/specification.ts';

writeFileSync(new URL('../docs/specification.md', import.meta.url), specification());
