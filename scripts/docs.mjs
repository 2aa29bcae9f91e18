// npm run docs: builds the documentation in packages/docs/dist/. The installed Node runs this file; the build runs on Node 24.
import { buildDocs, ensureInstalled, pinnedNode } from './install.mjs';

await ensureInstalled();
const { status, stdout, stderr } = buildDocs(pinnedNode());
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = status ?? 1;
