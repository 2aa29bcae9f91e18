#!/usr/bin/env node
const { run } = await import('../src/main.ts');
process.exitCode = await run(process.argv.slice(2));
