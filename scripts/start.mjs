// npm start: from a fresh clone to a running Licet. With --sample, also starts an application with a sample organisation. The installed
// Node runs this file, which reports a Node that is too old. Licet itself runs on Node 24.
import { requireNode } from './node-version.mjs';

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  // Prints the help immediately, because the help needs no installation and no build.
  console.log(`npm start -- [--sample] [FLAGS]

Installs and builds what is missing, then starts Licet until Ctrl-C.

  --sample             Also start the example application Ledger, with an organisation to try it on
  --port PORT          Where to listen; 4080 unless told
  --data FOLDER        The data directory; ~/.local/share/licet unless told, /var/lib/licet for root
  --issuer URL         The public address; http://localhost:PORT unless told

licet start --help lists every flag, docs/operations/installing.md every setting.`);
  process.exit();
}
requireNode();
// Imported only after the version check, because an older Node would fail with a syntax error.
import('./run.mjs').then(({ run }) => run(args));
