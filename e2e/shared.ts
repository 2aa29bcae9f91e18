import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../shared/data/rbac/', import.meta.url));

/** Real access data if they are beside the checkout; otherwise the reason why not. */
export const realData = existsSync(folder)
  ? { folder, missing: undefined }
  : { folder: undefined, missing: `no real access data at ${folder}` };
