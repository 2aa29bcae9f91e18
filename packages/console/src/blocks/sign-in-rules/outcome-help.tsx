import { limits, type PlanOutcome } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format.ts';
import { ClockIcon, DownloadIcon } from '../../ui/icons.tsx';
import { asProblem } from '../../ui/problem.ts';
import { csvFile, saveFile } from '../../ui/save-file.ts';
import { useNow } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { endOfDay, GRACE_DAYS, type Plan } from './use-plan.ts';
import { planWords as words } from './words.ts';

/** Renders a button that mails the users with this outcome. */
export type Tell = (outcome: PlanOutcome, count: number) => ReactNode;

/** The actions for all users who share one outcome: give them a grace period, mail them, or save their names. */
export function OutcomeHelp({
  outcome,
  count,
  page,
  onGiveTime,
  stoppedHelp = words.helps.stopped,
  tell,
}: {
  outcome: PlanOutcome;
  count: number;
  page: Plan['page'];
  onGiveTime: ((until: string) => void) | undefined;
  /** Replaces the general advice for stopped users. */
  stoppedHelp: string | undefined;
  /** Renders a button that mails the users; undefined where mail is not available. */
  tell: Tell | undefined;
}): ReactNode {
  const until = endOfDay(useNow(), GRACE_DAYS);
  const timeHelps = onGiveTime && (outcome === 'stopped' || outcome === 'sets_up');
  return (
    <div className="plan-help">
      <p>{outcome === 'stopped' ? stoppedHelp : words.helps[outcome]}</p>
      <div className="inline-row">
        {timeHelps && (
          <Button small icon={ClockIcon} onClick={() => onGiveTime(until.toISOString())}>
            {words.giveTime(formatDate(until, { day: 'numeric', month: 'long' }))}
          </Button>
        )}
        {tell?.(outcome, count)}
        {page && <SaveNames outcome={outcome} count={count} page={page} />}
      </div>
    </div>
  );
}

/** Saves the names of the users as CSV. */
function SaveNames({
  outcome,
  count,
  page,
}: {
  outcome: PlanOutcome;
  count: number;
  page: NonNullable<Plan['page']>;
}): ReactNode {
  const [pending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      const { rows, all } = await readNames(page, outcome);
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

/** Each page evaluates all users again, so a longer file would load the database too much. */
const PAGES = 10;

async function readNames(pageOf: NonNullable<Plan['page']>, outcome: PlanOutcome) {
  const rows: string[][] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const { items, next } = await pageOf({ outcome, cursor, limit: limits.pageMax.value });
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
