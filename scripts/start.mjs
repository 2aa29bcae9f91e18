// npm start: from a fresh clone to a running Licet. With --sample also an application and an organisation to try it on.
// Plain Node 20 runs this file; Licet itself runs on Node 24.
import { join } from 'node:path';
import { become, ensureConsole, ensureInstalled, ensureLedger, pinnedNode, root } from './install.mjs';

ensureInstalled();
const node = pinnedNode();
ensureConsole(node);
const args = process.argv.slice(2);
if (args.includes('--sample')) {
  ensureLedger(node);
  become(node, [join(root, 'examples', 'ledger', 'sample', 'start.ts'), ...args.filter((it) => it !== '--sample')]);
} else become(node, [join(root, 'packages', 'server', 'src', 'main.ts'), 'start', ...args]);
