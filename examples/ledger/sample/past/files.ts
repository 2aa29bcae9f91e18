import { readdirSync, readFileSync } from 'node:fs';
import type {
  ConfigurationFile,
  ConfiguredApplication,
  ConfiguredGroup,
  ConfiguredUser,
} from '@licet/contract/configuration';
import { parse } from 'yaml';
import { aurelia } from '../organisation.ts';

/** The sample's files, put together: the organisation as it is today. */
export interface Declared {
  readonly users: readonly ConfiguredUser[];
  readonly groups: readonly ConfiguredGroup[];
  readonly applications: readonly ConfiguredApplication[];
}

/** Reads the files. Variables stay as they are. */
export function readFiles(): Declared {
  const files = readdirSync(aurelia).map(
    (file) => parse(readFileSync(`${aurelia}${file}`, 'utf8')) as ConfigurationFile,
  );
  const applications = new Map<string, ConfiguredApplication>();
  for (const { applications: some = [] } of files)
    for (const application of some)
      applications.set(application.id, { ...applications.get(application.id), ...application });
  return {
    users: files.flatMap(({ users = [] }) => users),
    groups: files.flatMap(({ groups = [] }) => groups),
    applications: [...applications.values()],
  };
}
