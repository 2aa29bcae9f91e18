export {
  type ConfigurationFile,
  type ConfiguredApplication,
  type ConfiguredClient,
  type ConfiguredGrant,
  type ConfiguredGroup,
  type ConfiguredPermission,
  type ConfiguredRole,
  type ConfiguredUser,
  configurationFile,
} from './file.ts';
export { configurationSchema, configurationSchemaPath } from './schema.ts';
