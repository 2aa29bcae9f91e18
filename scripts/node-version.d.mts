export function nodesOf(range: string): string;
export function nodeFault(found: string, range: string): string | undefined;
