// npm test: runs scripts/run-tests.ts on the pinned Node, from a fresh clone. The installed Node runs this file, which reports a Node that
// is too old.
import { requireNode } from './node-version.mjs';

requireNode();
// Imported only after the version check, because an older Node would fail with a syntax error.
const { become, ensureInstalled, pinnedNode, root } = await import('./install.mjs');
await ensureInstalled();
become(pinnedNode(), [`${root}/scripts/run-tests.ts`, ...process.argv.slice(2)]);
