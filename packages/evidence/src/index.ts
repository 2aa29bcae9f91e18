export { type EvidenceAbout, type EvidenceLanguage, evidenceLayout } from './about.ts';
export { AboutCheck, type AttachedEvidence, evidenceIn, pagesFit } from './check.ts';
export { type SignSeal, sealOf } from './paper.ts';
export { type EvidenceParts, renderEvidence } from './render.ts';
export { evidenceRowsIn } from './rows.ts';
