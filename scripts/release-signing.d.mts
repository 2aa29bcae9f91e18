import type { KeyObject } from 'node:crypto';

export declare const publicKeyFile: string;
export declare const signatureFile: string;
export declare function readReleaseKey(file: string): KeyObject;
export declare function signSums(folder: string, key: KeyObject): void;
export declare function publicKeyOf(key: KeyObject): string;
export declare function fingerprintOf(key: KeyObject): string;
export declare function releaseReadme(release: {
  readonly version: string;
  readonly key: KeyObject | undefined;
}): string;
