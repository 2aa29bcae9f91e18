export function promtoolMissing(): string | undefined;
