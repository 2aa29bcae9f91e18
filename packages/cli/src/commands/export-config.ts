import { configurationSchema, configurationSchemaPath } from '@licet/contract/configuration';
import { type Command, type Given, reachFlags } from '../command.ts';
import { serverOf } from '../config.ts';
import { exported } from '../configuration/export.ts';
import { written } from '../configuration/write.ts';
import { printable } from '../printable.ts';

export const exportConfig: Command = {
  name: 'export config',
  summary: 'Print what Licet holds as a file of access as code: people, groups, applications, roles, grants',
  takes: [],
  flags: { application: { type: 'string' }, schema: { type: 'boolean' }, ...reachFlags.flags },
  about: {
    application: 'This application alone, by its identifier; everything unless told',
    schema: 'Print the JSON Schema of such files instead, for editors and CI; it needs no server',
    ...reachFlags.about,
  },
  more: 'No secret stands in it. “licet plan FILE” says what applying it would change: of a file that was just written, nothing.',
  async run(given) {
    if (given.flags.schema) {
      process.stdout.write(`${JSON.stringify(configurationSchema(), null, 2)}\n`);
      return 0;
    }
    const only = given.flags.application;
    const { file, leftOut } = await exported(given.client(), typeof only === 'string' ? only : undefined);
    process.stdout.write(written(file, await schemaAddress(given)));
    if (leftOut.length > 0)
      process.stderr.write(printable(`Left out, because a name must say which one is meant: ${leftOut.join('; ')}.\n`));
    return 0;
  },
};

async function schemaAddress(given: Given): Promise<string> {
  const server = given.flags.data === undefined ? serverOf(given.flags) : undefined;
  return `${server ?? (await given.client().operator.status()).issuer}${configurationSchemaPath}`;
}
