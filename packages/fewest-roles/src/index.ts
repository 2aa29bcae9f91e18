export { boundFault, coverFault } from './check.ts';
export { type Curve, type CurveOptions, curve, type Point } from './curve.ts';
export { type FewestRoles, fewestRoles, type Options } from './fewest-roles.ts';
export { type Block, type Holdings, numbered, type Pair, type Role } from './holdings.ts';
