import type { Me } from '@licet/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../blocks/confirm-dialog.tsx';
import { useAction } from '../../blocks/use-action.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { DownloadIcon, Trash2Icon } from '../../ui/icons.tsx';
import type { Problem } from '../../ui/problem.ts';
import { saveFile } from '../../ui/save-file.ts';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ownDataWords as words } from './words.ts';

/** The viewer's personal data in Licet: a download, and a request for deletion. */
export function OwnData({ me: { user } }: { me: Me }): ReactNode {
  const download = useAction(async () => {
    const response = await client.me.download({});
    saveFile(await response.blob(), `licet-${user.username}.ndjson`);
  }, showProblem);
  return (
    <>
      <Section title={words.data}>
        <p>{words.dataText}</p>
        <Button icon={DownloadIcon} pending={download.pending} onClick={download.run}>
          {words.download}
        </Button>
      </Section>
      <Section title={words.deletion}>
        {user.deletionAskedAt ? <DeletionAsked at={user.deletionAskedAt} /> : <AskDeletion />}
      </Section>
    </>
  );
}

function AskDeletion(): ReactNode {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <p>{words.deletionText}</p>
      <Button icon={Trash2Icon} onClick={() => setAsks(true)}>
        {words.askDeletion}
      </Button>
      {asks && (
        <ConfirmDialog
          title={words.askTitle}
          action={words.askAction}
          done={words.asked}
          undo={{ run: () => client.me.withdrawDeletion({}), done: words.withdrawn }}
          onClose={() => setAsks(false)}
          run={() => client.me.askDeletion({})}
        >
          <p>{words.askText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function DeletionAsked({ at }: { at: string }): ReactNode {
  const withdraw = useAction(async () => {
    await client.me.withdrawDeletion({});
  }, showProblem);
  return (
    <Callout tone="ending">
      <b>{words.waits}</b>
      <p>
        {words.askedAt} <Time at={at} />
      </p>
      <Button small pending={withdraw.pending} onClick={withdraw.run}>
        {words.withdraw}
      </Button>
    </Callout>
  );
}

const showProblem = ({ title, detail }: Problem) =>
  showToast({ tone: 'no', text: detail === undefined ? title : `${title} ${detail}` });
