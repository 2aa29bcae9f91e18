export function startBusy(count: number): { end(): void; readonly pids: readonly (number | undefined)[] };
