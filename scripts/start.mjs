// npm start: from a fresh clone to a running Licet. With --sample also an application and an organisation to try it on.
// The Node that is installed runs this file, and says so when it is too old; Licet itself runs on Node 24.
import { requireNode } from './node-version.mjs';

requireNode();
// Read only now: an older Node would complain of what it does not understand.
import('./run.mjs').then(({ run }) => run(process.argv.slice(2)));
