import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { operatorFile } from '@licet/contract/operator';
import { InstallationError } from './installation-error.ts';

/**
 * Requires that the data directory, and the operator's folder in it, fit the user of this process. Called before anything else: a start as
 * root on the data of a service would create files that the service cannot use.
 * @throws InstallationError
 */
export function requireOwnData(dataDirectory: string): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  const operator = dirname(operatorFile(dataDirectory));
  for (const path of [dataDirectory, operator]) {
    const owner = ownerOf(path);
    if (owner === undefined || owner === user) continue;
    // Root may write everywhere. Another user may write here only if an administrator gave that right, for example by the
    // group of a mounted volume (Kubernetes, fsGroup).
    if (path === dataDirectory && user !== 0 && (owner === 0 || mayWrite(path))) continue;
    throw new InstallationError(
      owner === 0
        ? `${path} belongs to root, and Licet runs as the user ${user}: Licet was started here as root before. Run “chown -R ${user} ${dataDirectory}/” as root, then start again.`
        : `${path} belongs to the user ${owner}, and this command runs as the user ${user}. If a service runs Licet there, start the service, for example with “systemctl start licet”. Otherwise start Licet as that user, or choose another directory with --data.`,
    );
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The id of the path's owner; undefined if the path cannot be read, which a later step reports. */
function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}
