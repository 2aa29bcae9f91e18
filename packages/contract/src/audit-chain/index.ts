export { ChainCheck, type ChainFindings, reportOf } from './chain-check.ts';
export {
  type AuditKey,
  type Checkpoint,
  checkpointIn,
  checkpointType,
  isSigned,
  type VerifySignature,
} from './checkpoints.ts';
export { Epochs } from './epochs.ts';
export { type ErasedKind, type ErasedRow, type Erasure, Erasures } from './erasures.ts';
export { ExportCheck, type ExportedLine } from './exported.ts';
export { type BrokenPlace, type ChainFault, chainFaults, mayBePutBack, sayFault } from './faults.ts';
export {
  beforeFacts,
  type ChainedChange,
  commitment,
  commitmentOfChange,
  digestOfFacts,
  type FactDigest,
  type FactsDigest,
  hashOfChange,
  newestVersion,
  personalOf,
  type Sha256,
} from './hashes.ts';
export {
  EvidenceCheck,
  type EvidenceHeader,
  type EvidenceRow,
  evidenceColumns,
  evidenceSealType,
  evidenceType,
} from './review-evidence.ts';
export { addCheckpoints, type CheckpointParts, checkpointSteps, checkpointsOf } from './series.ts';
