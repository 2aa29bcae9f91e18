import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../shared/data/rbac/', import.meta.url));

/** Real access data, when they lie beside the checkout; the reason why not, otherwise. */
export const realData = existsSync(folder)
  ? { folder, missing: undefined }
  : { folder: undefined, missing: `no real access data at ${folder}` };
