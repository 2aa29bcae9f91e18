// Implements npm start on a Node that is new enough.
import { join } from 'node:path';
import { become, ensureConsole, ensureDocs, ensureInstalled, ensureLedger, pinnedNode, root } from './install.mjs';

/** Installs and builds missing parts, then runs Licet as a replacement of this process. With --sample, runs the sample instead. */
export async function run(args) {
  await ensureInstalled();
  const node = pinnedNode();
  ensureConsole(node);
  if (process.env.LICET_DOCS === 'on') ensureDocs(node);
  if (args.includes('--sample')) {
    ensureLedger(node);
    become(node, [join(root, 'examples', 'ledger', 'sample', 'start.ts'), ...args.filter((it) => it !== '--sample')]);
  } else become(node, [join(root, 'packages', 'server', 'src', 'main.ts'), 'start', ...args]);
}
