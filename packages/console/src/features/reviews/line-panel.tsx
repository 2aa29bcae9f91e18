import type { ReviewItem } from '@licet/contract';
import type { ReactNode } from 'react';
import { byActor, recordedActor } from '../../blocks/recorded.ts';
import { Decision, LastUsed } from '../../blocks/reviews/line-cells.tsx';
import { isDecided, titleOf, whatOf, whyOf } from '../../blocks/reviews/lines.ts';
import { words as lineWords } from '../../blocks/reviews/words.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { formatDate } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Facts } from '../../ui/section.tsx';
import { EndsAt, Time } from '../../ui/time.tsx';
import type { ReviewKey } from './keys.tsx';
import { reviewWords as words } from './words.ts';

export interface LinePanelProps {
  line: ReviewItem;
  place: string;
  /** Whether the viewer may decide the line now. */
  decides: boolean;
  press: (key: ReviewKey) => void;
  onClose?: (() => void) | undefined;
}

/** The details of a line, and the buttons that decide it. */
export function LinePanel({ line, place, decides, press, onClose }: LinePanelProps): ReactNode {
  const { holder, application, since, by, reason, ends, people, share, suggestion, note, decidedBy, decidedAt } = line;
  return (
    <Panel
      title={holder.name}
      lead={[holder.detail, place].filter(Boolean).join(' · ')}
      takeFocus={false}
      onClose={onClose}
      foot={decides ? <DecideButtons line={line} press={press} /> : undefined}
    >
      {suggestion ? (
        <Callout tone={suggestion.decision === 'revoke' ? 'ending' : 'plain'}>
          <b>{words.suggested[suggestion.decision]}:</b> {whyOf(line)}
        </Callout>
      ) : (
        <p className="text-faint small">{words.noSuggestion}</p>
      )}
      <Facts
        facts={[
          [
            words.facts.what,
            <span key="what">
              {whatOf(line)} {titleOf(line) && <span className="text-faint small block">{titleOf(line)}</span>}
            </span>,
          ],
          ...(application ? [[words.facts.application, application.name] as const] : []),
          [words.facts.since, <Time key="since" at={since} />],
          [words.facts.by, recordedActor(by)],
          [words.facts.reason, reason || <span className="text-faint">{words.noReason}</span>],
          [words.facts.ends, <EndsAt key="ends" at={ends} empty={words.noEnd} />],
          [words.facts.last, <Last key="last" line={line} />],
          ...(people === null ? [] : [[words.facts.people, lineWords.people(people)] as const]),
          ...(share ? [[words.facts.share, words.share(share.holders, share.total, share.group)] as const] : []),
          [
            words.facts.decided,
            <span key="decided">
              <Decision line={line} />{' '}
              {line.outcome !== null && line.state === 'handed on' && lineWords.states['handed on']}{' '}
              {decidedBy && byActor(decidedBy.name)} {decidedAt && <Time at={decidedAt} />}
              {line.shortenTo && (
                <span className="block">
                  {words.until(formatDate(new Date(line.shortenTo), { dateStyle: 'long' }))}
                </span>
              )}
              {line.handedTo && <span className="block">{words.to(line.handedTo.name)}</span>}
            </span>,
          ],
          ...(note === '' ? [] : [[words.facts.note, note] as const]),
        ]}
      />
      {!decides && line.outcome === null && <p className="text-faint small">{words.notMine}</p>}
    </Panel>
  );
}

/** The last use, and where this information is from. */
function Last({ line }: { line: ReviewItem }): ReactNode {
  const { reportedSince, application, lastExercised } = line;
  return (
    <>
      <LastUsed line={line} />
      {application && lastExercised === null && (
        <span className="text-faint small block">
          {reportedSince === null
            ? words.unknownLong(application.name)
            : words.reportedSince(formatDate(new Date(reportedSince), { dateStyle: 'long' }))}
        </span>
      )}
    </>
  );
}

function DecideButtons({ line, press }: Pick<LinePanelProps, 'line' | 'press'>): ReactNode {
  const button = (key: ReviewKey, label: string) => (
    <Button aria-keyshortcuts={key} onClick={() => press(key)}>
      {label}
    </Button>
  );
  return (
    <div className="review-buttons">
      {button('A', words.keep)}
      {button('D', words.revoke)}
      {line.kind === 'grant' && button('S', words.shorten)}
      {button('H', words.handOn)}
      {isDecided(line) && button('N', words.writeNote)}
      {line.state !== 'pending' && button('U', words.undo)}
    </div>
  );
}
