#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Licet runs on Node 24 or later, and this is Node ${process.versions.node}. Install a newer one.`);
  process.exit(1);
}
// A reader such as `head` may close the pipe early. Node ignores SIGPIPE, so exit here with the usual status after
// SIGPIPE, which is 141. `licet start` continues, because the server does not depend on its output.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
    if (process.argv[2] !== 'start') process.exit(141);
  });
const { run } = await import('../src/main.ts');
process.exitCode = await run(process.argv.slice(2));
// Exit explicitly, because an open handle would keep a stopped server alive.
if (process.argv[2] === 'start') process.exit();
