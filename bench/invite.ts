// Runs a round of invitations on a real server with a real mail server, and kills the server in the middle.
// npx node bench/invite.ts [count]
import { inviteAndKill } from '../e2e/invitation-round.ts';

const count = Number(process.argv[2] ?? 10_000);
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1).padStart(6);
const it = await inviteAndKill(count, 'sending');
console.log(`${count.toLocaleString('en')} invitations, asked for by a filter in one call`);
console.log(`the call answered            ${seconds(it.asked)} s`);
console.log(`all mails were queued        ${seconds(it.queued)} s   (target 60 s)`);
console.log(
  `killed with kill -9 when       ${it.atKill.arrived.toLocaleString('en')} had arrived; ready again at ${seconds(it.resumed).trim()} s`,
);
console.log(`all were sent                ${seconds(it.all)} s`);
console.log(
  `received: ${it.mails.toLocaleString('en')} mails by ${it.people.toLocaleString('en')} people; ${it.twice} came once more under the same Message-ID, as the server died handing them over; ${it.differentTwice} people got two invitations   (target 0)`,
);
if (it.people !== count || it.differentTwice > 0) process.exitCode = 1;
