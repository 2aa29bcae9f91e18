import * as z from 'zod';
import { configurationFile } from './file.ts';

/** Where a server serves the schema. */
export const configurationSchemaPath = '/api/configuration.schema.json';

/** The JSON Schema of a file of access as code, for completion in editors. Wherever a text of some form is asked for, a variable may stand. */
export function configurationSchema(): object {
  return {
    ...z.toJSONSchema(configurationFile, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        if (jsonSchema.type !== 'string' || !(jsonSchema.pattern || jsonSchema.format || jsonSchema.enum)) return;
        const { description, ...form } = jsonSchema;
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
        if (description !== undefined) jsonSchema.description = description;
        jsonSchema.anyOf = [form, { type: 'string', pattern: '\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}' }];
      },
    }),
    title: 'Access as code in Licet',
  };
}
