export {
  type ConfigurationFile,
  type ConfiguredApplication,
  type ConfiguredClient,
  type ConfiguredElement,
  type ConfiguredGrant,
  type ConfiguredGroup,
  type ConfiguredPermission,
  type ConfiguredPolicy,
  type ConfiguredRole,
  type ConfiguredSeparation,
  type ConfiguredUser,
  configurationFile,
} from './file.ts';
export { configurationSchema, configurationSchemaPath } from './schema.ts';
