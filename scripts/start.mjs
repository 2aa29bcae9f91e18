// npm start: from a fresh clone to a running Licet. Plain Node 20 runs this file; Licet itself runs on Node 24.
import { join } from 'node:path';
import { become, ensureConsole, ensureInstalled, pinnedNode, root } from './install.mjs';

ensureInstalled();
const node = pinnedNode();
ensureConsole(node);
become(node, [join(root, 'packages', 'server', 'src', 'main.ts'), 'start', ...process.argv.slice(2)]);
