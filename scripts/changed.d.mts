export interface Reach {
  readonly steps: readonly string[];
  readonly stories: readonly string[];
  readonly every: boolean;
  readonly whole: boolean;
}

export function reachOf(files: readonly string[]): Reach;
