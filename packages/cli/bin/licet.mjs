#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Licet runs on Node 24 or later, and this is Node ${process.versions.node}. Install a newer one.`);
  process.exit(1);
}
// A reader such as `head` may close the pipe early. Ends as after SIGPIPE, which Node ignores; a server keeps running without its reader.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
    if (process.argv[2] !== 'start') process.exit(141);
  });
const { run } = await import('../src/main.ts');
process.exitCode = await run(process.argv.slice(2));
// An open handle must not keep a stopped server alive.
if (process.argv[2] === 'start') process.exit();
