export { LicetDevtools, type LicetDevtoolsProps } from './licet-devtools.tsx';
