import type { Command } from './command.ts';
import { can, grants, who } from './commands/access.ts';
import { applyFiles } from './commands/apply-files.ts';
import { auditCommands } from './commands/audit.ts';
import { backup, backupList, backupVerify } from './commands/backup.ts';
import { diff } from './commands/diff.ts';
import { doctor } from './commands/doctor.ts';
import { ending } from './commands/ending.ts';
import { erase } from './commands/erase.ts';
import { exportAccess, exportConfig, exportEvents, exportPerson, exportSignIns } from './commands/export.ts';
import { handOver } from './commands/hand-over.ts';
import { importDirectories } from './commands/import-directory.ts';
import { importFile } from './commands/import-file.ts';
import { importLdap } from './commands/import-ldap.ts';
import { invite } from './commands/invite.ts';
import { keyCommands } from './commands/keys.ts';
import { login, logout } from './commands/login.ts';
import { planFiles } from './commands/plan-files.ts';
import { recoverAdmin } from './commands/recover-admin.ts';
import { requestCommands } from './commands/requests.ts';
import { restore } from './commands/restore.ts';
import { revert } from './commands/revert.ts';
import { reviewCommands } from './commands/reviews.ts';
import { separationCommands } from './commands/separations.ts';
import { start } from './commands/start.ts';
import { support } from './commands/support.ts';
import { syncLdap } from './commands/sync-ldap.ts';
import { types } from './commands/types.ts';
import { unused } from './commands/unused.ts';

/** Every command, in the order of the overview. */
export const commands: readonly Command[] = [
  start,
  ...importDirectories,
  importLdap,
  syncLdap,
  importFile,
  invite,
  handOver,
  erase,
  exportAccess,
  exportConfig,
  exportPerson,
  exportEvents,
  exportSignIns,
  planFiles,
  applyFiles,
  revert,
  can,
  who,
  diff,
  ...separationCommands,
  grants,
  ending,
  unused,
  types,
  login,
  logout,
  recoverAdmin,
  ...auditCommands,
  ...requestCommands,
  ...reviewCommands,
  ...keyCommands,
  backupVerify,
  backupList,
  backup,
  restore,
  doctor,
  support,
];

/** The environment variables of commands, besides those of the server. */
export const variables = [
  { variable: 'LICET_DATA', what: 'The data directory of the server on this machine (`--data`)' },
  { variable: 'LICET_SERVER', what: 'The address of a remote server, for commands with `--server`' },
  { variable: 'LICET_CLIENT_ID', what: 'The client id of the program that calls a remote server, such as a CI job' },
  {
    variable: 'LICET_CLIENT_SECRET',
    what: 'The program’s client secret. There is no flag for it, because flags are visible in the list of processes',
  },
  { variable: 'LICET_CLIENT_KEY', what: 'The file with the program’s private key, instead of a client secret' },
  {
    variable: 'LICET_VAR_…',
    what: 'Values for access-as-code files: `NAME` in a file is `LICET_VAR_NAME`. Files cannot read any other environment variable',
  },
  {
    variable: 'XDG_CONFIG_HOME',
    what: 'The folder in which `licet login` stores sign-ins, under `licet/`; default: `~/.config`',
  },
] as const;
