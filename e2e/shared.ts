import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../shared/data/rbac/', import.meta.url));

/** The real access data if the data are beside the checkout. Otherwise `missing` explains why there are none. */
export const realData = existsSync(folder)
  ? { folder, missing: undefined }
  : { folder: undefined, missing: `no real access data at ${folder}` };
