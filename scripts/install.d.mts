import type { SpawnSyncReturns } from 'node:child_process';

export const root: string;
export function sayingSeconds<Result>(what: string, work: Promise<Result>): Promise<Result>;
export function pinnedNode(): string;
export function ensureConsole(node: string): void;
export function buildConsole(node: string): SpawnSyncReturns<string>;
export function buildLedger(node: string): SpawnSyncReturns<string>;
export function buildDocs(node: string): SpawnSyncReturns<string>;
