import * as z from 'zod';
import { configurationFile } from './file.ts';

/** The path at which a server publishes the schema. */
export const configurationSchemaPath = '/api/configuration.schema.json';

/**
 * Returns the JSON Schema of a file of access as code, for completion in editors. A text with a required format may
 * also be a variable.
 */
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
