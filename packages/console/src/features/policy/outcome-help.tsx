import { limits, type PlanOutcome, type PolicyChange } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { csvFile } from '../../ui/csv.ts';
import { formatDate } from '../../ui/format.ts';
import { ClockIcon, DownloadIcon } from '../../ui/icons.tsx';
import { asProblem } from '../../ui/problem.ts';
import { saveFile } from '../../ui/save-file.ts';
import { useNow } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { endOfDay } from './policy-form.ts';
import { planWords as words } from './words.ts';

/** What helps those of one outcome: time in one press, and their names to write to. */
export function OutcomeHelp({
  outcome,
  count,
  body,
  onGiveTime,
}: {
  outcome: PlanOutcome;
  count: number;
  body: PolicyChange | undefined;
  onGiveTime: ((until: string) => void) | undefined;
}): ReactNode {
  const until = endOfDay(useNow(), GRACE_DAYS);
  const timeHelps = onGiveTime && (outcome === 'stopped' || outcome === 'sets_up');
  return (
    <div className="plan-help">
      <p>{words.helps[outcome]}</p>
      <div className="inline-row">
        {timeHelps && (
          <Button small icon={ClockIcon} onClick={() => onGiveTime(until.toISOString())}>
            {words.giveTime(formatDate(until, { day: 'numeric', month: 'long' }))}
          </Button>
        )}
        {body && <SaveNames outcome={outcome} count={count} body={body} />}
      </div>
    </div>
  );
}

const GRACE_DAYS = 14;

/** Saves who they are as CSV, to write to them or to hand on. */
function SaveNames({ outcome, count, body }: { outcome: PlanOutcome; count: number; body: PolicyChange }): ReactNode {
  const [pending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      const { rows, all } = await readNames(body, outcome);
      saveFile(csvFile([words.csvHead, ...rows]), `${words.outcomes[outcome]}.csv`);
      if (!all) showToast({ text: words.notAll(rows.length, count) });
    } catch (thrown) {
      const { title, detail } = asProblem(thrown);
      showToast({ tone: 'no', text: detail === undefined ? title : `${title} ${detail}` });
    } finally {
      setPending(false);
    }
  };
  return (
    <Button small icon={DownloadIcon} pending={pending} onClick={() => void save()}>
      {words.saveNames}
    </Button>
  );
}

/** Each page looks at everybody anew: more of them than this would keep the database busy for a list that nobody reads. */
const PAGES = 10;

async function readNames(body: PolicyChange, outcome: PlanOutcome) {
  const rows: string[][] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const { items, next } = await client.policy.plan({
      body,
      query: { outcome, cursor, limit: limits.pageMax.value },
    });
    for (const { user, reason, administrator, graceUntil } of items)
      rows.push([
        user.name,
        user.username,
        words.reasons[reason],
        administrator ? words.administrator : '',
        graceUntil ?? '',
      ]);
    if (next === null) return { rows, all: true };
    cursor = next;
  }
  return { rows, all: false };
}
