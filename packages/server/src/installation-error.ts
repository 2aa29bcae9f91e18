/** Something about the installation must be corrected before Licet can work. `message` tells the operator what, and how. */
export class InstallationError extends Error {
  override readonly name = 'InstallationError';
}
