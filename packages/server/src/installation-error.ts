/** A fault of the installation that the operator must correct before Licet can work. `message` says what it is, and how to correct it. */
export class InstallationError extends Error {
  override readonly name = 'InstallationError';
}
